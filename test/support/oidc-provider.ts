import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { certificate } from './certificates.js';

interface Visited {
  readonly status: number;
  readonly location: string;
  readonly body: string;
}

/** The npm package `oidc-provider`, and a browser that signs in there. */
export class TestOidcProvider {
  private readonly cookies = new Map<string, string>();

  private constructor(
    readonly issuer: string,
    private readonly child: ChildProcess,
    private readonly folder: string,
    private readonly ca: string,
  ) {}

  static async start(client: {
    redirectUri: string;
    clientId: string;
    clientSecret: string;
    /** Whether ID tokens hold the address; otherwise the user-info endpoint is asked. */
    idTokenClaims: boolean;
  }): Promise<TestOidcProvider> {
    const own = certificate(['127.0.0.1']);
    const folder = mkdtempSync(join(tmpdir(), 'stocktake-oidc-'));
    writeFileSync(join(folder, 'ca.pem'), own.cert);
    const child = spawn(process.execPath, [join(__dirname, 'oidc-provider-process.mjs')], {
      env: { ...process.env, NODE_OPTIONS: '', PROVIDER: JSON.stringify({ ...own, ...client }) },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    for await (const line of createInterface({ input: child.stdout! }))
      if (line.startsWith('https:')) return new TestOidcProvider(line, child, folder, own.cert);
    throw new Error('The provider did not start');
  }

  async close(): Promise<void> {
    const ended = once(this.child, 'exit');
    this.child.kill();
    await ended;
    rmSync(this.folder, { recursive: true });
  }

  /** @param claims such as `{ groups: [] }` */
  async setGroups(name: string, claims: object): Promise<void> {
    await this.visit(`${this.issuer}/groups`, JSON.stringify({ name, claims }));
  }

  get authorityFile(): string {
    return join(this.folder, 'ca.pem');
  }

  get host(): string {
    return new URL(this.issuer).host;
  }

  /** Signs in as the name. @returns what the browser is sent back to Stocktake with */
  async signIn(address: string, name: string): Promise<URLSearchParams> {
    this.cookies.clear();
    let visited = await this.visit(address);
    for (let step = 0; step < 10; step += 1) {
      if (visited.status < 300 || visited.status > 399) throw new Error(`${visited.status}: ${visited.body}`);
      const next = new URL(visited.location, this.issuer);
      if (next.origin !== this.issuer) return next.searchParams;
      visited =
        next.pathname.startsWith('/interaction/') && !next.pathname.endsWith('/abort')
          ? await this.visit(next.href, `prompt=login&login=${name}&password=any`)
          : await this.visit(next.href);
    }
    throw new Error('The sign-in does not end');
  }

  private visit(address: string, form?: string): Promise<Visited> {
    return new Promise((resolve, reject) => {
      const headers: Record<string, string> = {
        cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(form !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
      };
      const asked = request(
        address,
        { method: form === undefined ? 'GET' : 'POST', headers, ca: this.ca },
        (answer) => {
          for (const cookie of answer.headers['set-cookie'] ?? []) {
            const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
            this.cookies.set(name, value);
          }
          let body = '';
          answer.setEncoding('utf8').on('data', (text: string) => (body += text));
          answer.on('end', () =>
            resolve({ status: answer.statusCode!, location: answer.headers.location ?? '', body: body.slice(0, 500) }),
          );
        },
      );
      asked.on('error', reject).end(form);
    });
  }
}
