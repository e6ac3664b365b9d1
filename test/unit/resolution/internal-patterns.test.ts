import type { ComponentEvidence } from '../../../src/resolution/matching/query/evidence.js';
import { canonicalPattern, isInternal } from '../../../src/resolution/matching/select/internal-patterns.js';

describe('internal patterns', () => {
  const component = (more: Partial<ComponentEvidence>): ComponentEvidence => ({
    name: 'billing',
    org: '',
    version: '',
    ...more,
  });
  const holds = (pattern: string, more: Partial<ComponentEvidence>): boolean =>
    isInternal(component(more), [
      { kind: 'purl_namespace', pattern: canonicalPattern({ kind: 'purl_namespace', pattern }) },
    ]);

  it.each([
    ['maven/com.acme', { purls: ['pkg:maven/com.acme.money/billing@1'] }, true],
    ['pkg:maven/com.acme', { purls: ['pkg:maven/com.acmeshop/billing'] }, false],
    ['npm/@acme', { name: '@acme/ui' }, true],
    ['npm/@acme', { purls: ['pkg:npm/%40acme/ui'] }, true],
    ['npm/@acme', { name: 'pkg:npm/%40acme/ui@1.0' }, true],
    ['npm/@acme', { name: 'https://www.npmjs.com/package/@acme/ui' }, true],
    ['npm/@acme', { name: 'npm:@acme/ui@1.0' }, true],
    ['npm/@acme', { name: 'node_modules/@acme/ui' }, true],
    ['npm/@acme', { name: 'https://www.npmjs.com/package/@acmeshop/ui' }, false],
    ['maven/com.acme', { name: 'https://repo1.maven.org/maven2/com/acme/billing/1.0/' }, true],
    ['golang/github.com/acme', { purls: ['pkg:golang/github.com/acme/tools/deep'] }, true],
    ['golang/github.com/acme', { name: 'git@github.com:acme/tools.git' }, true],
    ['golang/github.com/acme', { repositories: ['https://github.com/Acme/tools/tree/main'] }, true],
    ['golang/github.com/acme', { name: 'https://github.com/acmeshop/tools' }, false],
    ['maven/com.acme', { org: 'com.acme.money' }, true],
    ['maven/com.acme', { org: 'com.acme', purls: ['pkg:npm/billing'] }, false],
  ] as [string, Partial<ComponentEvidence>, boolean][])('%s of %j: %s', (pattern, more, expected) => {
    expect(holds(pattern, more)).toBe(expected);
  });

  it('match a name prefix after the ecosystem or folder', () => {
    const patterns = [{ kind: 'name_prefix', pattern: 'acme-' }] as const;
    for (const name of ['acme-billing', 'npm:acme-billing', 'lib/acme-billing-1.0.jar', 'acme-billing:amd64'])
      expect(isInternal(component({ name }), patterns)).toBe(true);
    expect(isInternal(component({ name: 'npm:macme-billing' }), patterns)).toBe(false);
  });

  it.each(['npm', 'nonsense', 'pkg:npm', ''])('reject the namespace %j', (pattern) => {
    expect(() => canonicalPattern({ kind: 'purl_namespace', pattern })).toThrow();
  });
});
