import type { JsonObject } from '../../../../src/model/document.js';
import { parsePurl } from '../../../../src/model/purl.js';
import { parseAdvisory } from '../../../../src/scores/vulnerabilities/advisory.js';
import { VulnerabilityMatcher } from '../../../../src/scores/vulnerabilities/vulnerability-matcher.js';

const affected = (name: string, fixed: string, imports?: readonly string[]): JsonObject => ({
  package: { ecosystem: 'Go', name },
  ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed }] }],
  ...(imports && { ecosystem_specific: { imports: imports.map((path) => ({ path, symbols: ['Do'] })) } }),
});
const findingsOf = (purl: string, ...entries: JsonObject[]) => findingsAs(false, purl, ...entries);
const findingsAs = (isModule: boolean, purl: string, ...entries: JsonObject[]) => {
  const { version, ...named } = parsePurl(purl);
  return new VulnerabilityMatcher(
    { purl: { ...named, version: null }, cpes: [], isModule },
    { advisories: [parseAdvisory({ id: 'GO-1', affected: entries })], criteria: [] },
  ).findings(version ?? '');
};
const docker = 'github.com/docker/docker';

/** Tools list the packages of a program with the version of their module; advisories name modules. */
describe('a package in a module of Go that has an advisory', () => {
  it('may be affected where nothing says that it is no module of its own', () => {
    expect(findingsOf(`pkg:golang/${docker}/pkg/archive@v20.10.0`, affected(docker, '20.10.27'))).toMatchObject([
      {
        status: 'unknown',
        fixedIn: null,
        module: docker,
        reason: expect.stringMatching(
          /^Affected from the beginning before 20.10.27, if it is a package of the module github.com.docker.docker: .* statement on pkg:golang.github.com.docker.docker,/,
        ),
      },
    ]);
    expect(findingsOf(`pkg:golang/${docker}/pkg/archive`, affected(docker, '20.10.27'))).toMatchObject([
      { status: 'unknown', reason: 'The version of the component is not known', module: docker },
    ]);
  });

  it('is not affected where its module would not be, or where it is known as a module', () => {
    expect(findingsOf(`pkg:golang/${docker}/pkg/archive@v20.10.27`, affected(docker, '20.10.27'))).toEqual([]);
    expect(findingsAs(true, `pkg:golang/${docker}/api@v1.0.0`, affected(docker, '20.10.27'))).toEqual([]);
    expect(findingsOf(`pkg:golang/${docker}-ce/pkg@v1.0.0`, affected(docker, '20.10.27'))).toEqual([]);
  });

  it('is affected where the advisory names it, and not where it names others', () => {
    const named = affected(docker, '20.10.27', ['github.com/Docker/docker/pkg/archive']);
    expect(findingsOf(`pkg:golang/${docker}/pkg/archive@v20.10.0`, named)).toMatchObject([
      { status: 'affected', fixedIn: '20.10.27' },
    ]);
    expect(findingsOf(`pkg:golang/${docker}/pkg/archive@v20.10.0`, named)).toMatchObject([{ module: docker }]);
    expect(findingsOf(`pkg:golang/${docker}/pkg/ioutils@v20.10.0`, named)).toEqual([]);
    // The module holds them all.
    expect(findingsOf(`pkg:golang/${docker}@v20.10.0`, named)).toMatchObject([{ status: 'affected', module: null }]);
  });

  it('has a finding of the module only where nothing else makes it', () => {
    const archive = `${docker}/pkg/archive`;
    const of = (...entries: JsonObject[]) => findingsOf(`pkg:golang/${archive}@v20.10.0`, ...entries)[0];
    expect(of(affected(docker, '20.10.27', [archive]), affected(archive, '20.10.0'))?.module).toBe(docker);
    expect(of(affected(docker, '20.10.27', [archive]), affected(archive, '21.0.0'))?.module).toBeNull();
    expect(of(affected(docker, '20.10.27'), affected(`${docker}/pkg`, '20.10.27'))?.module).toBeNull();
  });
});

describe('a package of the standard library of Go', () => {
  const tls = affected('stdlib', '1.20.3', ['crypto/tls']);

  it.each(['1.20.2', 'go1.20.2'])('is affected as the advisory names it (%s)', (version) => {
    expect(findingsOf(`pkg:golang/crypto/tls@${version}`, tls)).toMatchObject([
      { status: 'affected', fixedIn: '1.20.3' },
    ]);
    expect(findingsOf(`pkg:golang/stdlib@${version}`, tls)).toMatchObject([{ status: 'affected', fixedIn: '1.20.3' }]);
    expect(findingsOf(`pkg:golang/net/http@${version}`, tls)).toEqual([]);
    expect(findingsOf(`pkg:golang/net/http@${version}`, affected('stdlib', '1.20.3'))).toMatchObject([
      { status: 'unknown' },
    ]);
  });

  it('has a version of Go: others under such a path are none', () => {
    expect(findingsOf('pkg:golang/internal/billing@v0.3.0', affected('stdlib', '1.20.3'))).toEqual([]);
    expect(findingsOf('pkg:golang/crypto/tls@1.20.3', tls)).toEqual([]);
  });
});
