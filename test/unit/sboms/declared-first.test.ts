import fc from 'fast-check';
import { formats } from '../../../src/formats/index.js';
import type { Bom, BomComponent } from '../../../src/model/document.js';
import { buildPurl, formatPurl, packageOf, parsePurl } from '../../../src/model/purl.js';
import { identifiedComponent } from '../../../src/sboms/exporting/serialized-sbom.js';
import { withSelectedCpe, withSelectedPurl } from '../../../src/sboms/exporting/declared-first.js';
import { through } from '../formats/pairs/passage.js';
import { bomComponent } from '../../support/bom-component.js';

const coordinates = fc.constantFrom(
  ...[
    'deb/debian/curl',
    'deb/Debian/curl',
    'maven/org.acme/core',
    'npm/%40acme/x',
    'npm/acme-x',
    'pypi/Zope.Interface',
  ],
  ...['golang/github.com/acme/x', 'rpm/fedora/curl', 'nuget/Newtonsoft.Json', 'github/Acme/Tool', 'generic/a%20b'],
);
const qualifiers = fc
  .record(
    {
      distro: fc.constantFrom('jessie', 'fedora-25'),
      arch: fc.constantFrom('i386', 'amd64'),
      classifier: fc.constantFrom('dist', 'sources'),
      repository_url: fc.constantFrom(
        'https://npm.acme.example/a',
        'npm.acme.example',
        'https:%2F%2Fnexus.acme.example',
      ),
      vcs_url: fc.constantFrom('git%2Bhttps://example.org/a.git%40v1', 'git+https://example.org/a'),
    },
    { requiredKeys: [] },
  )
  .chain((all) => fc.shuffledSubarray(Object.entries(all), { minLength: Object.keys(all).length }))
  .map((pairs) => (pairs.length === 0 ? '' : `?${pairs.map(([key, value]) => `${key}=${value}`).join('&')}`));

/** A purl as a tool may write it: its qualifiers in any order, encoded or not. */
const declaredPurl = fc
  .tuple(
    coordinates,
    fc.constantFrom('', '@1.0.0', '@v1.2', '@1:2.3-4', '@1%3A2.3-4'),
    qualifiers,
    fc.constantFrom('', '#a/b'),
  )
  .map((parts) => `pkg:${parts.join('')}`);

/** What resolution selects for a stated purl: the package in the version of the entry. */
function selectedFor(declared: string): string {
  const purl = parsePurl(declared);
  return formatPurl(
    buildPurl({ ...parsePurl(packageOf(purl)), version: purl.version?.replace(/^v(?=\d)/, '') ?? null }),
  );
}

const sbomOf = (component: BomComponent): Bom => ({
  header: { family: 'cyclonedx', specVersion: '', name: 'b', serial: '', revision: 1 },
  subject: null,
  components: [component, { ...component, ref: 'other', purls: [], cpes: [] }],
  dependencies: [],
  parts: [],
  warnings: [],
});

const written = formats.filter(({ writes }) => writes !== undefined);

describe('identifiers that a file states', () => {
  test.each(written.map((format) => [format.id, format] as const))(
    'read from %s come back byte for byte in every format where the package is the same',
    async (_id, first) => {
      await fc.assert(
        fc.asyncProperty(declaredPurl, async (purl) => {
          const cpe = 'cpe:2.3:a:acme:core:1.0.0:*:*:*:*:node.js:*:*';
          const { bom } = await through(
            first,
            first.writes!.at(-1)!,
            sbomOf(bomComponent({ version: '1.0.0', purls: [purl], cpes: [cpe] })),
          );
          const read = bom.components.find(({ purls }) => purls.length > 0)!;
          const [selected, product] = [selectedFor(purl), 'cpe:2.3:a:acme:core:1.0.0:*:*:*:*:*:*:*'];
          const exported = identifiedComponent(
            ['1', read.name, read.group, read.version, selected, product, null, 'package', read], // prettier-ignore
          );
          for (const second of written) {
            const after = await through(second, second.writes!.at(-1)!, sbomOf(exported));
            const { purls, cpes } = after.bom.components.find((one) => one.purls.length > 0)!;
            expect({ second: second.id, purls, cpes }).toEqual({ second: second.id, purls: [purl], cpes: [cpe] });
          }
        }),
        { numRuns: 4 },
      );
    },
  );

  it.each([
    ['another package', 'pkg:npm/b@1', ['pkg:npm/a@1?arch=x'], false],
    ['the public package of the same name', 'pkg:npm/a@1', ['pkg:npm/a@1?repository_url=npm.acme.example'], false],
    ['other qualifiers', 'pkg:deb/debian/a@1?arch=amd64', ['pkg:deb/debian/a@1?arch=i386'], false],
    ['a corrected version', 'pkg:npm/a@2', ['pkg:npm/a@1?arch=x'], true],
  ])('are not the selected one: %s', (_what, selected, declared, isCorrected) => {
    expect(withSelectedPurl(selected, declared, isCorrected)).toEqual([selected, ...declared]);
  });

  it('stand first where they are the selected one', () => {
    const declared = ['pkg:npm/b@1', 'pkg:npm/a@1?arch=x'];
    expect(withSelectedPurl('pkg:npm/a@1', declared, false)).toEqual([declared[1], declared[0]]);
    expect(withSelectedPurl('pkg:npm/a@1', [...declared, 'pkg:npm/a@1'], false)).toEqual(['pkg:npm/a@1', ...declared]);
    expect(withSelectedPurl('pkg:npm/a@2', ['pkg:npm/a?arch=x'], true)).toEqual(['pkg:npm/a?arch=x']);
    const cpes = ['cpe:2.3:a:x:b:1:*:*:*:*:*:*:*', 'cpe:/a:x:a:1'];
    expect(withSelectedCpe('cpe:2.3:a:x:a:1:*:*:*:*:*:*:*', cpes, true)).toEqual([cpes[1], cpes[0]]);
    expect(withSelectedCpe('cpe:2.3:a:x:a:2:*:*:*:*:*:*:*', cpes, true)).toHaveLength(3);
  });
});
