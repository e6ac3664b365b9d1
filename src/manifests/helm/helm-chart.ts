import type { ManifestEntry } from '../contents-builder.js';

interface ChartRequest {
  readonly name: string;
  /** A version or a range; may be empty. */
  readonly version: string;
  readonly repository: string;
  readonly line: number;
}

export function helmChart({ name, version: requested, repository, line }: ChartRequest): ManifestEntry {
  const version = /^v?\d+\.\d+\.\d+(?:[-+][\w.+-]+)?$/.test(requested) ? requested : '';
  const requirement = version === '' && requested !== '' ? { requirement: requested } : {};
  // A name with "@" or "alias:" stands for a repository of the machine: of it only the name is known.
  const alias = /^(?:@|alias:)(.+)$/.exec(repository)?.[1] ?? '';
  const qualifiers = { repository_url: /^(?:https?|oci):\/\//.test(repository) ? repository : alias };
  return { ecosystem: 'helm', name, version, ...requirement, purl: { type: 'helm', name, version, qualifiers }, line };
}
