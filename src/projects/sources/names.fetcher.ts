import { createHash } from 'node:crypto';
import type { FetchedSource, FetchRequest, SourceFetcher } from './source-fetcher.js';

/** A project without available source: the names of its product are its source. */
export class NamesFetcher implements SourceFetcher {
  fetch({ project, knownRevision: known }: FetchRequest): Promise<FetchedSource> {
    const aliases = project.aliases.map(({ name, org, version }) => ({ name, org, version }));
    const names = aliases.length > 0 ? aliases : [{ name: project.name, org: '', version: '' }];
    const revision = `sha256:${createHash('sha256').update(JSON.stringify(names)).digest('hex')}`;
    return Promise.resolve({ revision, tree: revision === known ? null : { kind: 'names', names } });
  }
}
