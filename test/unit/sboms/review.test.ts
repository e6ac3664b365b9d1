import { CallerError } from '../../../src/model/errors.js';
import { noResults } from '../../../src/model/search-results.js';
import { selectionOf } from '../../../src/model/selection.js';
import {
  applyReview,
  mergeResolved,
  type ResolvedCandidate,
  type ReviewedEntry,
} from '../../../src/sboms/components/review.js';

const lodash = 'pkg:npm/lodash@4.17.21';
const found = (purl: string, more: Partial<ResolvedCandidate> = {}): ResolvedCandidate => {
  const shown = { confidence: 0.9, name: 'lodash', org: '', version: '4.17.21', is_user_input: false };
  return { id: `id of ${purl}`, purl, selected: false, automatically_selected: false, ...shown, ...more };
};
const nothing = { package: [], repo: [], product: [] };
const fresh = (): ReviewedEntry => ({ results: noResults(), decided: [] });
const after = (entry: ReviewedEntry, candidates: ResolvedCandidate[]): ReviewedEntry => ({
  ...entry,
  results: mergeResolved(entry, { ...nothing, package: candidates }),
});

describe('review of an entry', () => {
  it('adds an identifier of the person’s own, selected, with what it tells by itself', () => {
    const { results, decided } = applyReview(fresh(), { package: [{ purl: 'pkg:maven/org.slf4j/slf4j-api@2.0.9' }] });
    expect(results.package).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        confidence: 1,
        selected: true,
        is_user_input: true,
        automatically_selected: false,
        purl: 'pkg:maven/org.slf4j/slf4j-api@2.0.9',
        org: 'org.slf4j',
        name: 'slf4j-api',
        version: '2.0.9',
      },
    ]);
    expect(decided).toEqual(['package']);
    expect(selectionOf(results)).toMatchObject({ status: 'resolved', confidence: 1, purl: results.package[0]?.purl });
  });

  it('reads a CPE and a repository as well', () => {
    const { results } = applyReview(fresh(), {
      product: [{ cpe: 'cpe:/a:haxx:curl:8.4.0', selected: true }],
      repo: [{ repo_url: 'git@github.com:curl/curl.git', selected: true }],
    });
    expect(results.product[0]).toMatchObject({
      cpe: 'cpe:2.3:a:haxx:curl:8.4.0:*:*:*:*:*:*:*',
      org: 'haxx',
      name: 'curl',
    });
    expect(results.repo[0]).toMatchObject({ repo_url: 'https://github.com/curl/curl', org: 'curl', name: 'curl' });
  });

  it('selects one candidate of an array and clears the others', () => {
    const entry = after(fresh(), [
      found(lodash, { selected: true, automatically_selected: true }),
      found('pkg:npm/lodash-es'),
    ]);
    const { results, decided } = applyReview(entry, { package: [{ purl: 'pkg:npm/lodash-es', selected: true }] });
    expect(results.package.map(({ selected }) => selected)).toEqual([false, true]);
    expect(results.package.map(({ automatically_selected }) => automatically_selected)).toEqual([false, false]);
    expect(decided).toEqual(['package']);
  });

  it('changes nothing when the entry is echoed', () => {
    const entry = after(fresh(), [found(lodash, { selected: true, automatically_selected: true })]);
    expect(applyReview(entry, entry.results).results).toBe(entry.results);
    expect(applyReview(entry, {}).results).toBe(entry.results);
  });

  it('names every wrong element', () => {
    const review = { package: [{ purl: 'nonsense', selected: true }], product: [{ cpe: 'cpe:2.3:a' }, {}] };
    try {
      applyReview(fresh(), review);
      throw new Error('was accepted');
    } catch (error) {
      expect(error).toBeInstanceOf(CallerError);
      expect(Object.keys((error as CallerError).details.fields ?? {})).toEqual([
        'search_results.package.0.purl',
        'search_results.product.0.cpe',
        'search_results.product.1.cpe',
      ]);
    }
  });

  it('refuses two selected elements in one array', () => {
    const both = [
      { purl: 'pkg:npm/a', selected: true },
      { purl: 'pkg:npm/b', selected: true },
    ];
    expect(() => applyReview(fresh(), { package: both })).toThrow(/at most one/);
  });

  it('keeps a person’s decision when resolution comes later, and the ids of candidates', () => {
    const first = after(fresh(), [
      found(lodash, { selected: true, automatically_selected: true }),
      found('pkg:npm/lodash-es'),
    ]);
    const reviewed = applyReview(first, { package: [{ purl: lodash, selected: false }, { purl: 'pkg:npm/mine' }] });
    const again = mergeResolved(reviewed, {
      ...nothing,
      package: [found(lodash, { selected: true }), found('pkg:npm/new')],
    });
    expect(again.package.map(({ purl, selected }) => [purl, selected])).toEqual([
      ['pkg:npm/mine', true],
      [lodash, false],
      ['pkg:npm/new', false],
    ]);
    expect(again.package[1]?.id).toBe(first.results.package[0]?.id);
  });

  it('lets resolution change its own mind', () => {
    const first = after(fresh(), [found(lodash, { selected: true, automatically_selected: true })]);
    expect(selectionOf(mergeResolved(first, nothing))).toMatchObject({
      status: 'no-resolution',
      confidence: 0,
      svcId: '',
    });
    expect(selectionOf(mergeResolved(first, { ...nothing, package: [found(lodash)] })).status).toBe(
      'partial-resolution',
    );
  });
});
