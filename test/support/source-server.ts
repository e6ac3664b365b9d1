import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { certificate } from './certificates.js';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** An https server on the loopback with a certificate of its own; what it answers is decided by each test. */
export class SourceServer {
  readonly requests: { method: string; url: string; authorization: string | undefined }[] = [];
  answer: Answer = (_request, response) => void response.writeHead(404).end();
  private readonly folder = mkdtempSync(join(tmpdir(), 'stocktake-source-'));
  readonly pair = certificate(['127.0.0.1']);
  private readonly server: Server;

  private constructor() {
    this.server = createServer(this.pair, (request, response) => {
      this.requests.push({
        method: request.method ?? '',
        url: request.url ?? '',
        authorization: request.headers.authorization,
      });
      this.answer(request, response);
    });
  }

  static async start(): Promise<SourceServer> {
    const one = new SourceServer();
    await new Promise<void>((listening) => one.server.listen(0, '127.0.0.1', listening));
    writeFileSync(one.authority, one.pair.cert);
    return one;
  }

  /** `127.0.0.1:port` */
  get host(): string {
    return `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** File with the certificate to trust. */
  get authority(): string {
    return join(this.folder, 'authority.pem');
  }

  /** Serves bytes, at whatever path, from now on. */
  serve(bytes: Buffer | string): void {
    this.answer = (_request, response) => void response.end(bytes);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((closed) => this.server.close(closed));
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Lets pass only who knows the user and the password. */
export function withBasic(user: string, password: string, answer: Answer): Answer {
  const expected = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  return (request, response) => {
    if (request.headers.authorization === expected) return answer(request, response);
    response.writeHead(401, { 'www-authenticate': 'Basic realm="test"' }).end();
  };
}
