import type { S3Client } from '@aws-sdk/client-s3';
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { pack, type Pack } from 'tar-stream';
import { CallerError } from '../../../model/errors.js';
import type { EgressClient } from '../../../platform/egress/egress-client.js';
import { openS3 } from '../../../platform/egress/s3-client.js';
import { baseName, joinPath } from '../../../manifests/paths.js';
import { s3Target, type S3Target } from '../../project-source.js';
import type { FetchedSource, FetchRequest, SourceFetcher } from '../source-fetcher.js';
import type { SourceLocation } from '../source-location.js';
import { isRelevantPath } from '../../../trees/relevant-paths.js';
import { s3Failure } from './s3-failure.js';
import { readContents, listObjects, openObject, type S3Object } from './s3-objects.js';

const silenceSeconds = 30;

/**
 * Fetches one object of an S3 bucket, or from a folder the relevant objects: manifests, SBOMs and archives. The listing
 * (keys, sizes, ETags) is the revision.
 */
export class S3Fetcher implements SourceFetcher {
  constructor(private readonly egress: EgressClient) {}

  async fetch(request: FetchRequest): Promise<FetchedSource> {
    const target = s3Target(request.project.source);
    const client = await this.open(target, request);
    try {
      const objects = await listObjects(client, target);
      if (objects.length === 0)
        throw new CallerError(422, 'The address of the source does not exist; check its bucket and path', {
          reason: 'source',
        });
      const revision = revisionOf(objects);
      if (revision === request.knownRevision) return { revision, tree: null };
      const isSingleObject = objects.length === 1 && objects[0]!.key === target.key;
      return { revision, tree: await (isSingleObject ? fetchOne : fetchFolder)(client, target, objects, request) };
    } catch (error) {
      request.signal.throwIfAborted();
      throw s3Failure(error);
    } finally {
      client.destroy();
    }
  }

  private open(target: S3Target, { project, secrets, maxBytes, seconds, signal }: FetchRequest): Promise<S3Client> {
    const isAnonymous = project.username === '' && secrets.password === null;
    const credentials = { accessKeyId: project.username, secretAccessKey: secrets.password ?? '' };
    const limits = { maxBytes, seconds, silenceSeconds };
    return openS3({ ...target, credentials: isAnonymous ? null : credentials }, (address, asked) =>
      this.egress.send(address, { ...asked, limits, signal }),
    );
  }
}

function revisionOf(objects: readonly S3Object[]): string {
  const listed = objects.map(({ key, etag, size }) => [key, etag, size]);
  return `sha256:${createHash('sha256').update(JSON.stringify(listed)).digest('hex')}`;
}

async function fetchOne(
  client: S3Client,
  { bucket }: S3Target,
  [object]: readonly S3Object[],
  { folder, signal }: FetchRequest,
): Promise<SourceLocation> {
  const path = join(folder, 'object');
  const content = await openObject(client, bucket, object!);
  await pipeline(content, createWriteStream(path, { mode: 0o600, flags: 'wx' }), { signal });
  return { kind: 'file', path, name: baseName(object!.key) };
}

/** Stored as a tar archive and read like a fetched one: a key never becomes a path of the file system. */
async function fetchFolder(
  client: S3Client,
  { bucket, key }: S3Target,
  objects: readonly S3Object[],
  { folder, maxBytes, signal }: FetchRequest,
): Promise<SourceLocation> {
  const within = key === '' || key.endsWith('/') ? key.length : key.length + 1;
  const isWanted = (object: S3Object): boolean => isRelevantPath(object.key) && joinPath('', object.key) !== null;
  const wanted = objects.filter(isWanted);
  const first = objects.find((object) => !isWanted(object));
  if (wanted.length === 0)
    throw new CallerError(422, `None of the ${objects.length} objects is named like a manifest, an SBOM or an archive: pack programs into one`, { reason: 'empty' }); // prettier-ignore
  if (wanted.reduce((sum, { size }) => sum + size, 0) > maxBytes)
    throw new CallerError(413, `The source is larger than ${maxBytes} bytes`, { reason: 'limit' });
  const path = join(folder, 'objects.tar');
  const archive = pack();
  const written = pipeline(
    archive as unknown as NodeJS.ReadableStream,
    createWriteStream(path, { mode: 0o600, flags: 'wx' }),
    { signal },
  );
  try {
    for await (const { object, content } of readContents(client, bucket, wanted))
      await addEntry(archive, { name: object.key.slice(within), size: object.size }, content);
    archive.finalize();
  } catch (error) {
    archive.destroy();
    await written.catch(() => undefined);
    throw error;
  }
  await written;
  const leftOut = first && { count: objects.length - wanted.length, first: first.key.slice(within) };
  return { kind: 'file', path, name: 'objects.tar', ...(leftOut && { leftOut }) };
}

async function addEntry(
  archive: Pack,
  header: { name: string; size: number },
  content: Buffer | Readable,
): Promise<void> {
  if (Buffer.isBuffer(content)) {
    await new Promise<void>((added, failed) =>
      archive.entry({ ...header, size: content.length }, content, (error) => (error ? failed(error) : added())),
    );
  } else await pipeline(content, archive.entry(header) as unknown as NodeJS.WritableStream);
}
