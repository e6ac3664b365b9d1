import { firstMismatch, matchesPattern, patternsFault } from '../../../src/identities/keyless/claim-patterns.js';
import { cpuClock } from '../../support/cpu-time.js';

describe('patterns of claims', () => {
  it.each([
    ['acme/shop', 'acme/shop', true],
    ['acme/shop', 'ACME/shop', false],
    ['acme/shop', 'acme/*', true],
    ['acme/shop/deep', 'acme/*', false],
    ['acme/shop/deep', 'acme/**', true],
    ['acme-evil/shop', 'acme*', false],
    ['acme-evil/shop', 'acme/*', false],
    ['refs/heads/release/1', 'refs/heads/release/*', true],
    ['refs/heads/main\n', 'refs/heads/main', false],
    ['acme.shop', 'acme?shop', false],
    ['', '*', true],
    ['', 'a', false],
    ['x'.repeat(2_049), '**', false],
  ])('%j against %j: %s', (text, pattern, is) => expect(matchesPattern(text, pattern)).toBe(is));

  it('take no time that grows faster than both lengths', () => {
    const spent = cpuClock();
    expect(matchesPattern('a'.repeat(2_048), `${'*a'.repeat(127)}b`)).toBe(false);
    expect(spent()).toBeLessThan(200);
  });

  it('ask for own claims, texts, numbers, flags and lists of them', () => {
    const claims = { ref: 'main', protected: true, id: 7, groups: ['a', 'acme/x'], deep: { a: 1 } };
    const patterns = { ref: 'main', protected: 'true', id: '7', groups: 'acme/*' };
    const list = Object.entries(patterns).map(([claim, value]) => ({ claim, value }));
    expect(firstMismatch(list, claims)).toBeNull();
    for (const claim of ['deep', 'missing', '__proto__', 'toString'])
      expect(firstMismatch([...list, { claim, value: '**' }], claims)).toBe(claim);
  });

  it('must say whose tokens are trusted', () => {
    expect(patternsFault([{ claim: 'repository', value: '*/*' }])).toContain('does not begin with *');
    expect(patternsFault([{ claim: 'repository', value: 'a*' }])).toContain('does not begin with *');
    expect(patternsFault([{ claim: 'repository', value: 'acme/*' }])).toBeNull();
    // What everybody can have is no owner of tokens.
    const [github, gitlab] = ['https://token.actions.githubusercontent.com', 'https://gitlab.com'];
    const [buildkite, terraform] = ['https://agent.buildkite.com', 'https://app.terraform.io'];
    const google = 'https://accounts.google.com';
    const fault = (issuer: string, claim: string, value: string) => patternsFault([{ claim, value }], issuer);
    for (const [issuer, claim, value] of [
      [github, 'ref', 'refs/heads/main'],
      [github, 'repository', 'acme**'],
      [github, 'repository_owner', 'ac*'],
      [github, 'sub', 'repo:**'],
      [github, 'sub', 'repo:acme*'],
      [github, 'sub', 'environment:production'],
      [github, 'job_workflow_ref', 'acme/shared/.github/workflows/build.yml@refs/heads/main'],
      [gitlab, 'ref_protected', 'true'],
      [gitlab, 'project_path', 'ac**'],
      [gitlab, 'namespace_path', 'ac*'],
      [buildkite, 'build_branch', 'main'],
      [buildkite, 'pipeline_slug', 'shop'],
      [buildkite, 'sub', 'organization:ac*:pipeline:shop:**'],
      [terraform, 'terraform_run_phase', 'apply'],
      [terraform, 'sub', 'organization:ac**'],
      [google, 'email_verified', 'true'],
      [google, 'email', 'ci-*@acme.example'],
    ] as const)
      expect([claim, value, fault(issuer, claim, value)]).toEqual([claim, value, expect.stringContaining('say whose')]);
    for (const [issuer, claim, value] of [
      [github, 'repository', 'acme/*'],
      [github, 'repository_owner', 'acme'],
      [github, 'sub', 'repo:acme/shop:*'],
      [github, 'sub', 'repository_owner:acme:environment:production'],
      [gitlab, 'project_path', 'acme/**'],
      [gitlab, 'namespace_path', 'acme'],
      [gitlab, 'sub', 'project_path:acme/shop:ref_type:branch:ref:main'],
      [buildkite, 'organization_slug', 'acme'],
      [buildkite, 'sub', 'organization:acme:pipeline:shop:ref:refs/heads/main:**'],
      [terraform, 'terraform_organization_name', 'acme'],
      [terraform, 'sub', 'organization:acme:project:**'],
      [google, 'email', 'ci@acme.example'],
      ['https://gitlab.acme.example', 'ref', 'main'],
    ] as const)
      expect([claim, value, fault(issuer, claim, value)]).toEqual([claim, value, null]);
    const twice = { claim: 'ref', value: 'main' };
    expect(patternsFault([twice, twice])).toContain('once');
  });
});
