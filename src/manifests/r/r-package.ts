import type { ManifestEntry } from '../contents-builder.js';

const hosts: Readonly<Record<string, string>> = {
  github: 'github.com',
  gitlab: 'gitlab.com',
  bitbucket: 'bitbucket.org',
};

/** `api.github.com`, `github.example.org/api/v3`, `api.bitbucket.org/2.0` are the interfaces of hosts. */
const hostOfApi = (written: string): string =>
  written
    .replace(/^https?:\/\//, '')
    .replace(/\/.*$/, '')
    .replace(/^api\.(?=(?:github\.com|bitbucket\.org)$)/, '');

/**
 * A package of R by what its description says of where it came from; renv writes the same fields.
 *
 * @param of the value of a field (`Package`, `Version`, `RemoteType` …); empty: there is none
 * @param registry qualifier of another one than the public one; empty for that
 * @param origin in lower case, where no `RemoteType` says it: `bioconductor`, `repository`, `github`, `local`
 */
export function rPackage(of: (field: string) => string, origin: string, line: number, registry = ''): ManifestEntry {
  const [name, version] = [of('Package'), of('Version')];
  const common = { ecosystem: 'cran', name, version, line };
  const remote = of('RemoteType') || origin;
  if (remote === 'local') return { ...common, source: of('RemoteUrl') };
  if (remote.startsWith('bioc'))
    return { ...common, ecosystem: 'bioconductor', purl: { type: 'bioconductor', name, version } };
  if (remote === 'url') {
    const qualifiers = { download_url: of('RemoteUrl') };
    return { ...common, purl: { type: 'cran', name, version, qualifiers } };
  }
  const host = hosts[remote] && (hostOfApi(of('RemoteHost')) || hosts[remote]);
  const address =
    host !== undefined && of('RemoteUsername') !== ''
      ? `https://${host}/${of('RemoteUsername')}/${of('RemoteRepo')}.git`
      : of('RemoteUrl');
  const vcs = host === undefined && !remote.startsWith('git') ? '' : `git+${address}@${of('RemoteSha')}`;
  const references = vcs === '' ? [] : [{ type: 'vcs', url: vcs }];
  return {
    ...common,
    purl: { type: 'cran', name, version, qualifiers: { vcs_url: vcs, repository_url: vcs === '' ? registry : '' } },
    references,
  };
}
