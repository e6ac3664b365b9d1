import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const identity = {
  GIT_AUTHOR_NAME: 'Test',
  GIT_AUTHOR_EMAIL: 't@example.org',
  GIT_COMMITTER_NAME: 'Test',
  GIT_COMMITTER_EMAIL: 't@example.org',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
};

export const hasGit = ((): boolean => {
  try {
    execFileSync('git', ['--version']);
    return true;
  } catch {
    return false;
  }
})();

/** A bare repository in a folder of its own, made of commits with these files. */
export class GitRepository {
  readonly root = mkdtempSync(join(tmpdir(), 'stocktake-git-'));
  readonly bare = join(this.root, 'shop.git');
  private readonly work = join(this.root, 'work');

  constructor() {
    execFileSync('git', ['init', '--quiet', '--bare', '--initial-branch=main', this.bare], { env: this.env() });
    execFileSync('git', ['init', '--quiet', '--initial-branch=main', this.work], { env: this.env() });
    this.git('remote', 'add', 'origin', this.bare);
  }

  git(...args: string[]): string {
    return execFileSync('git', args, { cwd: this.work, env: this.env(), encoding: 'utf8', stdio: 'pipe' }).trim();
  }

  write(path: string, content: string | Buffer): void {
    mkdirSync(dirname(join(this.work, path)), { recursive: true });
    writeFileSync(join(this.work, path), content);
  }

  path(path: string): string {
    return join(this.work, path);
  }

  /** @returns the commit, on that branch of the bare repository */
  push(files: Readonly<Record<string, string | Buffer>>, branch = 'main'): string {
    for (const [path, content] of Object.entries(files)) this.write(path, content);
    this.git('add', '--all');
    this.git('commit', '--quiet', '--allow-empty', '-m', 'work');
    this.git('push', '--quiet', '--force', 'origin', `HEAD:refs/heads/${branch}`);
    return this.git('rev-parse', 'HEAD');
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }

  private env(): NodeJS.ProcessEnv {
    return { PATH: process.env.PATH ?? '', HOME: this.root, ...identity };
  }
}

/** Answers a request as `git http-backend` does (gitprotocol-http), for the repositories below `root`. */
export function gitHttpBackend(root: string, request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url ?? '/', 'https://localhost');
  const backend = spawn('git', ['http-backend'], {
    env: {
      PATH: process.env.PATH ?? '',
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: '1',
      REMOTE_USER: 'test',
      PATH_INFO: decodeURIComponent(url.pathname),
      QUERY_STRING: url.search.slice(1),
      REQUEST_METHOD: request.method ?? 'GET',
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      HTTP_CONTENT_ENCODING: String(request.headers['content-encoding'] ?? ''),
      GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
    },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  request.pipe(backend.stdin);
  backend.stdin.on('error', () => undefined);
  let head: Buffer | null = Buffer.alloc(0);
  backend.stdout.on('data', (chunk: Buffer) => {
    if (head === null) return void response.write(chunk);
    head = Buffer.concat([head, chunk]);
    const end = head.indexOf('\r\n\r\n');
    if (end < 0) return;
    for (const line of head.toString('latin1', 0, end).split('\r\n')) {
      const [name, value] = line.split(/: ?(.*)/s, 2) as [string, string];
      if (name.toLowerCase() === 'status') response.statusCode = Number(value.slice(0, 3));
      else response.setHeader(name, value);
    }
    response.write(head.subarray(end + 4));
    head = null;
  });
  backend.on('close', () => response.end());
}
