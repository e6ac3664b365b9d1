import type { S3Client } from '@aws-sdk/client-s3';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { CallerError } from '../../../model/errors.js';
import type { S3Target } from '../../project-source.js';
import { sourceLimits } from '../../../trees/source-files.js';

export interface S3Object {
  readonly key: string;
  readonly etag: string;
  readonly size: number;
}

/** Pages may be empty without being the last, so a server could send pages for ever. */
const maxPages = 2_000;
const maxPrefetchedBytes = 1024 * 1024;
const prefetchCount = 8;

/** The object with this key, else all objects in the folder of this name. @throws CallerError */
export async function listObjects(client: S3Client, { bucket, key }: S3Target): Promise<S3Object[]> {
  if (key !== '' && !key.endsWith('/')) {
    // The first key with this prefix is the key itself, if it exists.
    const { objects } = await listPage(client, { Bucket: bucket, Prefix: key, MaxKeys: 1 });
    if (objects[0]?.key === key) return objects;
  }
  const found: S3Object[] = [];
  const folder = { Bucket: bucket, Prefix: key === '' || key.endsWith('/') ? key : `${key}/` };
  let next: string | undefined;
  for (let pages = 0; ; pages += 1) {
    const part = await listPage(client, { ...folder, ...(next !== undefined && { ContinuationToken: next }) });
    if (part.isTruncated && part.next === undefined)
      throw new CallerError(422, 'The source lists some of its objects, and not how to ask for the others: it must support ListObjectsV2', { reason: 'source' }); // prettier-ignore
    found.push(...part.objects.filter((one) => !one.key.endsWith('/') && one.key.startsWith(folder.Prefix)));
    if (found.length > sourceLimits.maxFiles || pages === maxPages)
      throw new CallerError(413, `The source holds more than ${sourceLimits.maxFiles} objects`, { reason: 'limit' });
    if (part.next === undefined) return found;
    next = part.next;
  }
}

async function listPage(
  client: S3Client,
  input: { Bucket: string; Prefix: string; MaxKeys?: number; ContinuationToken?: string },
): Promise<{ objects: S3Object[]; next: string | undefined; isTruncated: boolean }> {
  const { ListObjectsV2Command } = await import('@aws-sdk/client-s3');
  const { Contents = [], IsTruncated, NextContinuationToken } = await client.send(new ListObjectsV2Command(input));
  const objects = Contents.map(({ Key = '', ETag = '', Size = 0 }) => ({ key: Key, etag: ETag, size: Size }));
  const isTruncated = IsTruncated === true;
  return { objects, next: isTruncated && NextContinuationToken ? NextContinuationToken : undefined, isTruncated };
}

/** The bytes of the object. @throws if it changed since it was listed */
export async function openObject(client: S3Client, bucket: string, { key, etag }: S3Object): Promise<Readable> {
  const { GetObjectCommand } = await import('@aws-sdk/client-s3');
  const input = { Bucket: bucket, Key: key, ...(etag !== '' && { IfMatch: etag }) };
  return (await client.send(new GetObjectCommand(input))).Body as Readable;
}

/** Contents in the order of the objects; small ones are fetched ahead. */
export async function* readContents(
  client: S3Client,
  bucket: string,
  objects: readonly S3Object[],
): AsyncIterable<{ object: S3Object; content: Buffer | Readable }> {
  const ahead: Promise<Buffer | null>[] = [];
  const fetchSmall = async (object: S3Object): Promise<Buffer | null> =>
    object.size <= maxPrefetchedBytes ? buffer(await openObject(client, bucket, object)) : null;
  for (const [index, object] of objects.entries()) {
    while (ahead.length < index + prefetchCount && ahead.length < objects.length) {
      const fetching = fetchSmall(objects[ahead.length]!);
      fetching.catch(() => undefined); // awaited later
      ahead.push(fetching);
    }
    const content = (await ahead[index]) ?? (await openObject(client, bucket, object));
    ahead[index] = Promise.resolve(null);
    yield { object, content };
  }
}
