import {
  decisionName,
  decisionOrganization,
  withoutVersion,
} from '../../../src/resolution/matching/query/prior-decision.js';
import {
  applyPriorDecisions,
  priorDecisionReasons,
} from '../../../src/resolution/matching/select/apply-prior-decisions.js';
import { pack, resolve } from '../../support/test-catalog.js';

describe('prior decisions', () => {
  it('have a key of the name without case and separators, and of the organization without legal forms', () => {
    expect(decisionName(' Log4J_Core ')).toBe(decisionName('log4j core'));
    expect(new Set(['C', 'C++', 'C#'].map(decisionName)).size).toBe(3);
    expect(decisionOrganization('The Apache Software Foundation')).toBe(decisionOrganization('apache'));
    expect(decisionOrganization('')).toBe('');
  });

  it.each([
    ['package', 'pkg:deb/debian/curl@7.88?arch=amd64', 'pkg:deb/debian/curl'],
    ['product', 'cpe:2.3:a:haxx:curl:7.88:p1:*:*:*:*:*:*', 'cpe:2.3:a:haxx:curl:*:*:*:*:*:*:*:*'],
    ['repo', 'https://github.com/curl/curl', 'https://github.com/curl/curl'],
  ] as const)('hold for every version of a %s', (kind, identifier, expected) => {
    expect(withoutVersion(kind, identifier)).toBe(expected);
  });

  it('put what was selected first and what was refused last', () => {
    const packages = Array.from({ length: 5 }, (_, index) => pack(index + 1, `pkg:npm/quokka-${index}`));
    const outcome = resolve({ name: 'quokka-3', version: '2', hint: 'npm' }, { packages });
    const by = { kind: 'package' as const, userName: 'ann', day: '2026-01-02' };
    const decisions = [
      { ...by, verdict: 'selected' as const, identifier: 'pkg:npm/other' },
      { ...by, verdict: 'refused' as const, identifier: 'pkg:npm/quokka-3' },
    ];
    const after = applyPriorDecisions(outcome, '2', decisions);
    const { searchResults } = after;
    const purls = searchResults.package.map(({ purl }) => purl);
    expect([purls[0], purls.length]).toEqual(['pkg:npm/other@2', outcome.searchResults.package.length + 1]);
    expect(searchResults.package.filter(({ selected }) => selected)).toHaveLength(1);
    const last = searchResults.package.at(-1)!;
    expect(last).toMatchObject({ purl: 'pkg:npm/quokka-3@2', confidence: 0 });
    expect(priorDecisionReasons(after, decisions).get(last.id)).toBe(
      'Against it: ann refused it for this name on 2026-01-02',
    );
  });
});
