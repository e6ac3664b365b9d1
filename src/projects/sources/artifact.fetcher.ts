import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CallerError } from '../../model/errors.js';
import type { EgressClient } from '../../platform/egress/egress-client.js';
import { EgressUnavailableError } from '../../platform/egress/egress-timer.js';
import type { FetchedSource, FetchRequest, SourceFetcher } from './source-fetcher.js';

const silenceSeconds = 30;

/** Downloads a file over https. */
export class ArtifactFetcher implements SourceFetcher {
  constructor(private readonly egress: EgressClient) {}

  async fetch({
    project,
    secrets,
    folder,
    knownRevision: known,
    maxBytes,
    seconds,
    signal,
  }: FetchRequest): Promise<FetchedSource> {
    const { username, source } = project;
    const hasCredentials = username !== '' || secrets.password !== null;
    const answer = await this.egress.send(source, {
      limits: { maxBytes, seconds, silenceSeconds },
      ...(hasCredentials && { credentials: { username, password: secrets.password ?? '' } }),
      signal,
    });
    if (answer.status !== 200) {
      answer.body.destroy();
      throw refusalOf(answer.status);
    }
    const path = join(folder, 'artifact');
    const hash = createHash('sha256');
    const hashed = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk);
        done(null, chunk);
      },
    });
    await pipeline(answer.body, hashed, createWriteStream(path, { mode: 0o600, flags: 'wx' }));
    const revision = `sha256:${hash.digest('hex')}`;
    return { revision, tree: revision === known ? null : { kind: 'file', path, name: nameOf(answer.address) } };
  }
}

function refusalOf(status: number): Error {
  const refused = (reason: string, message: string): CallerError => new CallerError(422, message, { reason });
  if (status === 401 || status === 403)
    return refused('credentials', `The source rejected the credentials (${status})`);
  if (status === 404 || status === 410)
    return refused('source', `The address of the source does not exist (${status})`);
  if (status >= 500 || status === 429) return new EgressUnavailableError('network', `The source answered ${status}`);
  return refused('source', `The source answered ${status}`);
}

/** Last segment of the address; some formats are detected by file name. */
function nameOf(address: string): string {
  const last = new URL(address).pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last).replace(/[^\w.+@-]/g, '_') || 'artifact';
  } catch {
    return 'artifact';
  }
}
