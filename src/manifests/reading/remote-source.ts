import { repositoryOrNull } from '../../model/repository.js';
import type { ManifestEntry } from '../contents-builder.js';

const knownHost = /^(?:github\.com|gitlab\.com|bitbucket\.org)\//;

/**
 * A remote folder as Terraform and Kustomize write it: `git::https://…//folder?ref=v1`, `github.com/owner/name?ref=v1`,
 * or the address of an archive. Null where it is none.
 */
export function remoteSource(source: string, label: string, line: number): ManifestEntry | null {
  if (source.length > 4_096 || source.includes('${')) return null;
  const [address = '', query = ''] = source.replace(/^git::/, '').split('?', 2);
  const whole = address.replace(/(?<!:)\/\/.*$/, '');
  const isGit = source.startsWith('git::') || knownHost.test(whole.replace(/^https:\/\//, '')) || /^(?:ssh:|git@)|\.git$/.test(whole); // prettier-ignore
  const isFile = /\.(?:zip|tgz|tar\.gz|ya?ml|json)$/.test(whole);
  const version = /(?:^|&)(?:ref|version)=([^&]{1,200})/.exec(query)?.[1] ?? '';
  const repository = isGit && !isFile ? repositoryOrNull(knownHost.test(whole) ? `https://${whole}` : whole) : null;
  if (!repository && !/^https?:\/\//.test(whole)) return null;
  const url = repository ? `git+${repository.url}` : whole;
  const qualifiers: Record<string, string> = repository
    ? { vcs_url: version === '' ? url : `${url}@${version}` }
    : { download_url: whole };
  const name = repository?.name ?? (label || whole.slice(whole.lastIndexOf('/') + 1));
  const purl = { type: 'generic', name, version, qualifiers };
  const references = [{ type: repository ? 'vcs' : 'distribution', url }];
  return { ecosystem: 'generic', name, version, purl, references, line };
}
