import { type IdentifiedEntry, rejectContradictions } from '../../../../src/scores/entities/contradiction.js';
import { kindNumbers } from '../../../../src/scores/entities/entities.repository.js';

const pack: IdentifiedEntry = { field: 'package_id', kind: kindNumbers.package, id: 1, identifier: 'pkg:npm/widget', name: 'widget' }; // prettier-ignore
const product: IdentifiedEntry = {
  field: 'product_id',
  kind: kindNumbers.product,
  id: 2,
  identifier: 'cpe',
  name: 'gadget',
};
const repository: IdentifiedEntry = { field: 'repo_id', kind: kindNumbers.repository, id: 3, identifier: 'https://github.com/a/w', name: 'w' }; // prettier-ignore

const link = (from: IdentifiedEntry, to: Pick<IdentifiedEntry, 'kind' | 'id'>) => ({
  askedKind: from.kind,
  askedId: from.id,
  kind: to.kind,
  id: to.id,
  sources: 1,
});
const other = (end: IdentifiedEntry) => ({ ...end, id: end.id + 100 });

describe('identifiers of one entity', () => {
  it.each([
    ['nothing is known of either', [pack, product], []],
    ['they are linked', [pack, product], [link(pack, other(product)), link(pack, product)]],
    ['they are linked from the other end', [pack, repository], [link(pack, other(repository)), link(repository, pack)]],
    ['a third links them', [pack, product], [link(pack, other(product)), link(pack, repository), link(product, repository)]],
    ['the repository holds other packages', [pack, repository], [link(repository, other(pack))]],
    ['their names agree', [pack, { ...product, name: 'Wid-get' }], [link(pack, other(product))]],
  ])('agree where %s', (_why, ends, links) => expect(() => rejectContradictions(ends, links)).not.toThrow());

  it.each([
    ['the package is another product', [pack, product], [link(pack, other(product))]],
    ['the product is another package', [pack, product], [link(product, other(pack))]],
    ['the package has another repository', [pack, repository], [link(pack, other(repository))]],
    ['the product has another repository', [product, repository], [link(product, other(repository))]],
  ])('contradict each other where %s', (_why, ends, links) =>
    expect(() => rejectContradictions(ends, links)).toThrow(
      expect.objectContaining({
        status: 409,
        details: { fields: Object.fromEntries(ends.map(({ field, identifier }) => [field, identifier])) },
      }),
    ),
  );
}); // prettier-ignore
