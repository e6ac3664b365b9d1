import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { basename } from 'node:path';
import { certificate } from './certificates.js';

export type Fault = (request: IncomingMessage, response: ServerResponse, body: Buffer) => void;

interface Published {
  readonly content: Buffer | { readonly file: string };
  readonly etag: string;
}

/**
 * A server that plays publishers on the loopback: files with an ETag, conditional requests and ranges (RFC 9110, 13 and
 * 14), and for the next requests whatever goes wrong with such servers.
 */
export class Publisher {
  /** Paths asked for since `forget`, with the range where one was. */
  asked: { readonly path: string; readonly range: string | undefined }[] = [];
  private readonly files = new Map<string, Published>();
  private readonly faults = new Map<string, Fault[]>();
  private readonly pair = certificate(['127.0.0.1']);
  private readonly server: Server = createServer(this.pair, (request, response) => this.answer(request, response));

  static async start(): Promise<Publisher> {
    const publisher = new Publisher();
    await new Promise<void>((listening) => publisher.server.listen(0, '127.0.0.1', listening));
    return publisher;
  }

  get host(): string {
    return `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  get origin(): string {
    return `https://${this.host}`;
  }

  get certificate(): string {
    return this.pair.cert;
  }

  publish(path: string, content: string | Buffer | object, etag = `"${Math.random().toString(36).slice(2)}"`): void {
    const bytes = Buffer.isBuffer(content)
      ? content
      : Buffer.from(typeof content === 'string' ? content : JSON.stringify(content));
    this.files.set(path, { content: bytes, etag });
  }

  /** Sends a file of the disk without holding it. */
  publishFile(folder: string, file: string): void {
    const { size, mtimeMs } = statSync(file);
    this.files.set(`${folder}${basename(file)}`, { content: { file }, etag: `"${size}-${mtimeMs}"` });
  }

  bytes(path: string): Buffer {
    return bytesOf(this.files.get(path)!);
  }

  withdraw(path: string): void {
    this.files.delete(path);
  }

  /** What the next requests for the path meet, one after the other. */
  fail(path: string, ...faults: Fault[]): void {
    this.faults.set(path, faults);
  }

  forget(): void {
    this.asked = [];
    this.faults.clear();
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((closed) => this.server.close(closed));
  }

  private answer(request: IncomingMessage, response: ServerResponse): void {
    const path = request.url ?? '';
    this.asked.push({ path, range: request.headers.range });
    const published = this.files.get(path);
    const fault = this.faults.get(path)?.shift();
    if (fault) return fault(request, response, published ? bytesOf(published) : Buffer.alloc(0));
    if (!published) return void response.writeHead(404).end();
    const { etag } = published;
    if (request.headers['if-none-match'] === etag) return void response.writeHead(304, { etag }).end();
    this.send(request, response, published);
  }

  private send({ headers }: IncomingMessage, response: ServerResponse, published: Published): void {
    const { content, etag } = published;
    const size = Buffer.isBuffer(content) ? content.length : statSync(content.file).size;
    const from = headers['if-range'] === etag ? Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0) : 0;
    if (from > 0 && from >= size) return void response.writeHead(416, { 'content-range': `bytes */${size}` }).end();
    const length = { etag, 'content-length': String(size - from) };
    if (from > 0) response.writeHead(206, { ...length, 'content-range': `bytes ${from}-${size - 1}/${size}` });
    else response.writeHead(200, length);
    if (Buffer.isBuffer(content)) response.end(content.subarray(from));
    else createReadStream(content.file, { start: from }).pipe(response);
  }
}

const bytesOf = ({ content }: Published): Buffer =>
  Buffer.isBuffer(content) ? content : existsSync(content.file) ? readFileSync(content.file) : Buffer.alloc(0);

// Faults.

export const answering =
  (status: number, headers: Record<string, string> = {}): Fault =>
  (_request, response) =>
    void response.writeHead(status, headers).end();

/** Sends a part of the body, with the file's ETag, and breaks the connection. */
export const breakingOff =
  (bytes: number, etag?: string): Fault =>
  (_request, response, body) => {
    response.writeHead(200, { 'content-length': String(body.length), ...(etag ? { etag } : {}) });
    response.write(body.subarray(0, bytes));
    setTimeout(() => response.destroy(), 500);
  };
