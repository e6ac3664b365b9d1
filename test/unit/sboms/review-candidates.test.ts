import type { CandidateKind } from '../../../src/model/search-results.js';
import type { CandidateItem } from '../../../src/resolution/matching/select/outcome.js';
import { candidatesOf } from '../../../src/sboms/review/candidates.js';

const item = (id: string, identifier: object, confidence: number): CandidateItem => ({
  id,
  confidence,
  selected: false,
  name: 'zorb',
  org: '',
  version: '1',
  is_user_input: false,
  automatically_selected: false,
  known: true,
  ...identifier,
});

describe('the reasons of candidates that are one thing', () => {
  const identity = (
    [
      ['repo', item('r', { repo_url: 'https://git.example/zorb' }, 0.8)],
      ['package', item('p', { purl: 'pkg:npm/zorb@1' }, 0.3)],
    ] satisfies [CandidateKind, CandidateItem][]
  ).map(([kind, one]) => ({ kind, item: one, known: true }));
  const evidence = new Map([
    ['r', ['The name is the same (+1.2)', 'Not selected automatically: Nothing but the name agrees']],
    ['p', ['The name is the same (+3.0)', 'Not selected automatically: The others are more probable']],
  ]);

  it('say of which kind each candidate was not selected, and what they have in common once', () => {
    const [candidate] = candidatesOf({ identities: [identity], evidence });
    expect(candidate).toMatchObject({
      confidence: 0.8,
      reasons_for: ['The name is the same'],
      reasons_against: [
        'Repository not selected automatically: Nothing but the name agrees',
        'Package not selected automatically: The others are more probable',
      ],
    });
  });
});
