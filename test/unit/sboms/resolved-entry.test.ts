import { noResults, type Candidate } from '../../../src/model/search-results.js';
import { serializeOutcome } from '../../../src/resolution/workers/serialized-outcome.js';
import type { ResolutionOutcome } from '../../../src/resolution/matching/select/outcome.js';
import type { PendingRow } from '../../../src/sboms/resolving/pending.repository.js';
import { ResolvedEntry } from '../../../src/sboms/resolving/resolved-entry.js';

const lodash: Candidate & { purl: string; known: boolean } = {
  known: true,
  id: 'one',
  confidence: 0.9,
  selected: true,
  name: 'lodash',
  org: '',
  version: '4.17.21',
  is_user_input: false,
  automatically_selected: true,
  purl: 'pkg:npm/lodash@4.17.21',
};
const suggestions = [{ field: 'name', value: 'lodash', reason: 'a slip' }] as never;
const outcome = (packages: (typeof lodash)[], more: Partial<ResolutionOutcome> = {}): ResolutionOutcome => ({
  status: 'resolved',
  searchResults: { package: packages, repo: [], product: [] },
  suggestions: null,
  ...more,
});
const row = (more: Partial<PendingRow> = {}): PendingRow =>
  ({
    id: 'e',
    generation: 3,
    internal: false,
    name: 'lodash',
    search_results: noResults(),
    suggestions: null,
    error_message: '',
    decided: [],
    ...more,
  }) as unknown as PendingRow;
const entry = (before: PendingRow, found: ResolutionOutcome, internal = false): ResolvedEntry =>
  new ResolvedEntry(before, { text: serializeOutcome(found), internal });
const written = (one: ResolvedEntry): any => JSON.parse(one.json);

describe('an entry and what it is found to be', () => {
  it('is written with what follows from its results', () => {
    const one = entry(row(), outcome([lodash], { suggestions }), true);
    const { id, generation, internal, status, purl, confidence, svcId, search_results } = one.after;
    expect(one.isSame).toBe(false);
    expect(written(one)).toEqual({
      id,
      generation,
      internal,
      status,
      purl,
      cpe: null,
      repoUrl: null,
      confidence,
      svcId,
      search_results,
      suggestions,
    });
    expect([id, generation, internal, status, purl]).toEqual(['e', 3, true, 'resolved', lodash.purl]);
  });

  it('is the same where nothing is found and nothing was known', () => {
    expect(entry(row(), outcome([])).isSame).toBe(true);
    expect(entry(row(), outcome([], { suggestions })).isSame).toBe(false);
    expect(entry(row(), outcome([]), true).isSame).toBe(false);
    expect(entry(row({ error_message: 'failed' }), outcome([])).isSame).toBe(false);
  });

  it('keeps what was known and decided before', () => {
    const known = { ...lodash, id: 'before' };
    const before = row({ search_results: { ...noResults(), package: [known] } });
    expect(entry(before, outcome([lodash])).isSame).toBe(true);
    const refused = { ...known, selected: false, automatically_selected: false };
    const decided = row({ search_results: { ...noResults(), package: [refused] }, decided: ['package'] });
    expect(written(entry(decided, outcome([lodash]))).search_results.package).toEqual([refused]);
    const emptied = entry(row({ search_results: { ...noResults(), package: [known] } }), outcome([]));
    expect(written(emptied)).toMatchObject({ status: 'no-resolution', purl: null, search_results: { package: [] } });
  });
});
