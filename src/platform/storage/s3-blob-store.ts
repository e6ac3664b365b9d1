import type { PutObjectCommandInput, S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { TransientError } from '../../model/errors.js';
import type { Database } from '../database/database.js';
import type { Sql } from '../database/sql.js';
import type { EgressClient } from '../egress/egress-client.js';
import { openS3, type S3Access } from '../egress/s3-client.js';
import { asStorageError, BlobDamagedError, BlobMissingError, BlobStore, isYoung, type Blob } from './blob-store.js';

export interface BlobStoreAccess extends S3Access {
  /** Before every key: empty, or with `/` at its end. */
  readonly prefix: string;
}

interface StoredObject {
  readonly key: string;
  readonly storedAt: number;
}

/** S3 takes parts of 5 MiB and more; one part is held in memory. */
const partBytes = 8 * 1024 * 1024;

const limits = { maxBytes: Number.MAX_SAFE_INTEGER, seconds: 3_600, silenceSeconds: 120 };

/**
 * Files as objects of an S3-compatible store: processes share it, and no folder. Drafts, and copies for parsers, which
 * read at any place of a file, are on the local disk.
 */
export class S3BlobStore extends BlobStore {
  readonly place = 'BLOB_STORE_URL';
  private opened: Promise<S3Client> | undefined;

  constructor(
    folder: string,
    private readonly access: BlobStoreAccess,
    private readonly egress: EgressClient,
    private readonly database: Database,
  ) {
    super(folder);
  }

  /** Stored anew where it is there already, so that it counts as young. */
  protected async keep(draft: string, blob: Blob): Promise<void> {
    await this.upload(draft, blob);
    // Retention looks and deletes under this lock: what it deleted before is missing now, and what is here is young.
    while (!(await this.locked(blob.sha256, 'shared', () => this.find(blob.sha256)))) await this.upload(draft, blob);
  }

  private async upload(draft: string, { sha256, size }: Blob): Promise<void> {
    const target = { Bucket: this.access.bucket, Key: this.keyOf(sha256) };
    if (size > partBytes) return this.uploadParts(draft, target);
    const { PutObjectCommand } = await import('@aws-sdk/client-s3');
    const checksum = Buffer.from(sha256, 'hex').toString('base64');
    const input: PutObjectCommandInput = { ...target, Body: await readFile(draft), ChecksumSHA256: checksum };
    await this.ask((client) => client.send(new PutObjectCommand(input)));
  }

  private async uploadParts(draft: string, target: { Bucket: string; Key: string }): Promise<void> {
    const commands = await import('@aws-sdk/client-s3');
    const begun = await this.ask((client) => client.send(new commands.CreateMultipartUploadCommand(target)));
    const { UploadId } = begun;
    const Parts: { PartNumber: number; ETag: string | undefined }[] = [];
    try {
      for await (const Body of createReadStream(draft, { highWaterMark: partBytes }) as AsyncIterable<Buffer>) {
        const part = { ...target, UploadId, PartNumber: Parts.length + 1 };
        const sent = await this.ask((client) => client.send(new commands.UploadPartCommand({ ...part, Body })));
        Parts.push({ PartNumber: part.PartNumber, ETag: sent.ETag });
      }
      const whole = { ...target, UploadId, MultipartUpload: { Parts } };
      await this.ask((client) => client.send(new commands.CompleteMultipartUploadCommand(whole)));
    } catch (error) {
      const abort = new commands.AbortMultipartUploadCommand({ ...target, UploadId });
      await this.ask((client) => client.send(abort)).catch(() => undefined); // the error that counts is the first
      throw error;
    }
  }

  open(sha256: string): Promise<Readable> {
    return this.get(this.keyOf(sha256));
  }

  private async get(key: string): Promise<Readable> {
    const { GetObjectCommand } = await import('@aws-sdk/client-s3');
    const input = { Bucket: this.access.bucket, Key: key };
    return (await this.ask((client) => client.send(new GetObjectCommand(input)))).Body as Readable;
  }

  async withFile<T>(sha256: string, work: (path: string) => Promise<T>): Promise<T> {
    const copy = await this.newDraft();
    try {
      const hash = createHash('sha256');
      const content = await this.open(sha256);
      content.on('data', (chunk: Buffer) => hash.update(chunk));
      await pipeline(content, createWriteStream(copy, { mode: 0o600, flags: 'wx' })).catch((error: unknown) => {
        throw asStorageError(error);
      });
      if (hash.digest('hex') !== sha256) throw new BlobDamagedError(`${sha256} is damaged`);
      return await work(copy);
    } finally {
      await rm(copy, { force: true });
    }
  }

  async *all(): AsyncIterable<string> {
    for await (const { key } of this.objects()) yield key;
  }

  async *old(): AsyncIterable<string> {
    for await (const { key, storedAt } of this.objects()) if (!isYoung(storedAt)) yield key;
  }

  /** Objects that are named by a hash. */
  private async *objects(): AsyncIterable<StoredObject> {
    let next: string | undefined;
    do {
      const page = await this.list({ Prefix: this.access.prefix, ContinuationToken: next });
      for (const { key, storedAt } of page.objects) {
        const name = key.slice(this.access.prefix.length + 3);
        if (/^[0-9a-f]{64}$/.test(name) && key === this.keyOf(name)) yield { key: name, storedAt };
      }
      next = page.next;
    } while (next !== undefined);
  }

  private async list(asked: { Prefix: string; MaxKeys?: number; ContinuationToken?: string | undefined }) {
    const { ListObjectsV2Command } = await import('@aws-sdk/client-s3');
    const input = { Bucket: this.access.bucket, ...asked };
    const {
      Contents = [],
      IsTruncated,
      NextContinuationToken,
    } = await this.ask((client) => client.send(new ListObjectsV2Command(input)));
    const objects = Contents.map(({ Key = '', LastModified }) => ({
      key: Key,
      // An object of unknown age is never deleted.
      storedAt: LastModified?.getTime() ?? Date.now(),
    }));
    return { objects, next: IsTruncated ? NextContinuationToken : undefined };
  }

  private async find(sha256: string): Promise<StoredObject | undefined> {
    const key = this.keyOf(sha256);
    const { objects } = await this.list({ Prefix: key, MaxKeys: 1 });
    return objects.find((object) => object.key === key);
  }

  removeOld(sha256: string): Promise<boolean> {
    return this.locked(sha256, 'exclusive', async () => {
      const found = await this.find(sha256);
      if (!found || isYoung(found.storedAt)) return false;
      const { DeleteObjectCommand } = await import('@aws-sdk/client-s3');
      const input = { Bucket: this.access.bucket, Key: this.keyOf(sha256) };
      await this.ask((client) => client.send(new DeleteObjectCommand(input)));
      return true;
    });
  }

  async findMarker(): Promise<string | null> {
    try {
      return await text(await this.get(`${this.access.prefix}marker`));
    } catch (error) {
      if (error instanceof BlobMissingError) return null;
      throw error;
    }
  }

  async makeMarker(marker: string): Promise<string> {
    const found = await this.findMarker();
    if (found !== null) return found;
    const { PutObjectCommand } = await import('@aws-sdk/client-s3');
    const input = { Bucket: this.access.bucket, Key: `${this.access.prefix}marker`, Body: marker };
    // Of two processes one writes last; the marker that both read then is the store's.
    await this.locked('marker', 'exclusive', async () => {
      if ((await this.findMarker()) === null) await this.ask((client) => client.send(new PutObjectCommand(input)));
    });
    return (await this.findMarker())!;
  }

  private keyOf(sha256: string): string {
    return `${this.access.prefix}${sha256.slice(0, 2)}/${sha256}`;
  }

  private locked<T>(name: string, how: 'shared' | 'exclusive', work: () => Promise<T>): Promise<T> {
    const lock = `pg_advisory_xact_lock${how === 'shared' ? '_shared' : ''}`;
    const take = (sql: Sql): Promise<unknown> =>
      sql.query(`SELECT ${lock}(hashtextextended($name, 0))`, { name: `blob ${name}` });
    return this.database.transaction('system', async (sql) => {
      await take(sql);
      return work();
    });
  }

  private async ask<T>(request: (client: S3Client) => Promise<T>): Promise<T> {
    this.opened ??= openS3(this.access, (address, asked) => this.egress.send(address, { ...asked, limits }));
    try {
      return await request(await this.opened);
    } catch (error) {
      throw asStoreFailure(error);
    }
  }
}

/** Amazon S3 API Reference, Error responses. */
function asStoreFailure(error: unknown): Error {
  const { name = '', $metadata } = error as Partial<S3ServiceException>;
  const status = $metadata?.httpStatusCode ?? 0;
  if (name === 'NoSuchKey') return new BlobMissingError('There is no such object', { cause: error });
  const reason =
    status === 401 || status === 403
      ? 'refuses the credentials'
      : name === 'NoSuchBucket'
        ? 'has no such bucket'
        : `is not available${status > 0 ? ` (it answers ${status})` : ''}`;
  return new TransientError(`The store of uploaded files (BLOB_STORE_URL) ${reason}`, 10, { cause: error });
}
