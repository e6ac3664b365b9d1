import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { certificate } from './certificates.js';
import { isSigned } from './s3-server.js';

interface StoredObject {
  content: Buffer;
  storedAt: Date;
}

/** Plays an S3-compatible store (path style, Signature V4) for one bucket, on the loopback, over TLS. */
export class ObjectStore {
  readonly objects = new Map<string, StoredObject>();
  readonly asked: string[] = [];
  /** Answers every request with this status, where it is not 0. */
  failing = 0;
  /** Called once, before the next answer to this kind of request. */
  before: { method: string; work: () => void } | null = null;
  private readonly uploads = new Map<string, Buffer[]>();
  private readonly own = certificate(['127.0.0.1']);
  private readonly server = createServer(this.own, (request, response) => {
    this.receive(request, response).catch(() => response.destroy());
  });

  private constructor(
    readonly bucket: string,
    readonly key: { id: string; secret: string },
  ) {}

  static async start(): Promise<ObjectStore> {
    const store = new ObjectStore('files', { id: 'access', secret: `s/ecret+${randomUUID()}` });
    store.server.listen(0, '127.0.0.1');
    await once(store.server, 'listening');
    return store;
  }

  get certificate(): string {
    return this.own.cert;
  }

  url(prefix = 'stocktake', secret = this.key.secret): string {
    const { port } = this.server.address() as AddressInfo;
    const user = `${this.key.id}:${encodeURIComponent(secret)}`;
    return `s3://${user}@${this.bucket}/${prefix}?endpoint=https://127.0.0.1:${port}&region=eu-west-3`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    const url = new URL(request.url!, 'https://127.0.0.1');
    const { method = '' } = request;
    this.asked.push(`${method} ${url.pathname}${url.search}`);
    const fail = (status: number, code: string): void => {
      response.writeHead(status, { 'content-type': 'application/xml' });
      response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>No</Message></Error>`);
    };
    const xml = (text: string): void =>
      void response.writeHead(200, { 'content-type': 'application/xml' }).end(`<?xml version="1.0"?>${text}`);
    if (this.before?.method === method) {
      const { work } = this.before;
      this.before = null;
      work();
    }
    if (this.failing > 0) return fail(this.failing, 'SlowDown');
    if (!isSigned(request, url, this.key)) return fail(403, 'SignatureDoesNotMatch');
    const digest = createHash('sha256').update(body).digest();
    if (request.headers['x-amz-content-sha256'] !== digest.toString('hex')) return fail(400, 'BadDigest');
    const [, bucket, ...rest] = url.pathname.split('/');
    if (bucket !== this.bucket) return fail(404, 'NoSuchBucket');
    const key = rest.map(decodeURIComponent).join('/');
    const uploadId = url.searchParams.get('uploadId');
    switch (method) {
      case 'GET':
        if (url.searchParams.get('list-type') === '2') return xml(this.listing(url.searchParams));
        if (!this.objects.has(key)) return fail(404, 'NoSuchKey');
        return void response.writeHead(200).end(this.objects.get(key)!.content);
      case 'PUT': {
        if (uploadId !== null) {
          this.uploads.get(uploadId)![Number(url.searchParams.get('partNumber')) - 1] = body;
          return void response.writeHead(200, { etag: `"${digest.toString('hex')}"` }).end();
        }
        const checksum = request.headers['x-amz-checksum-sha256'];
        if (checksum !== undefined && checksum !== digest.toString('base64')) return fail(400, 'BadDigest');
        this.objects.set(key, { content: body, storedAt: new Date() });
        return void response.writeHead(200).end();
      }
      case 'POST': {
        if (url.searchParams.has('uploads')) {
          const id = randomUUID();
          this.uploads.set(id, []);
          return xml(`<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`);
        }
        this.objects.set(key, { content: Buffer.concat(this.uploads.get(uploadId!)!), storedAt: new Date() });
        this.uploads.delete(uploadId!);
        return xml('<CompleteMultipartUploadResult/>');
      }
      case 'DELETE':
        if (uploadId === null) this.objects.delete(key);
        else this.uploads.delete(uploadId);
        return void response.writeHead(204).end();
      default:
        return fail(405, 'MethodNotAllowed');
    }
  }

  /** Parts of uploads that nobody completed or gave up. */
  get openUploads(): number {
    return this.uploads.size;
  }

  /** Two keys a page. */
  private listing(asked: URLSearchParams): string {
    const keys = [...this.objects.keys()].filter((key) => key.startsWith(asked.get('prefix') ?? '')).sort();
    const from = Number(asked.get('continuation-token') ?? 0);
    const page = keys.slice(from, from + 2);
    const isCut = from + page.length < keys.length;
    const contents = page.map((key) => {
      const { content, storedAt } = this.objects.get(key)!;
      const fields = `<Key>${key}</Key><LastModified>${storedAt.toISOString()}</LastModified><Size>${content.length}</Size>`;
      return `<Contents>${fields}</Contents>`;
    });
    const next = isCut ? `<NextContinuationToken>${from + page.length}</NextContinuationToken>` : '';
    return `<ListBucketResult><IsTruncated>${isCut}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`;
  }
}
