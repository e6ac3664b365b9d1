import type { Express, NextFunction, Request, Response } from 'express';
import { readdirSync, readFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

/** A file of the workbench, as it is and compressed. */
interface WebFile {
  readonly type: string;
  readonly plain: Buffer;
  readonly gzip: Buffer;
  readonly brotli: Buffer;
  readonly etag: string;
}

const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
};

/** No inline script or style, nothing from elsewhere, in no frame. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Addresses of pages; the script decides what they show. */
const pagePattern = /^\/(?:signin|o\/.*)?$/;

interface WorkbenchOptions {
  /** Name of the OpenID Connect provider; empty: there is none. */
  readonly provider: string;
  /** Whether the browser seems to be signed in; nothing but time depends on it. */
  readonly hasSession: (request: Request) => boolean;
}

/** Scripts of pages, by the pattern of their address, the narrowest first. */
type Preloads = readonly { readonly pattern: RegExp; readonly scripts: readonly string[] }[];

/**
 * Serves the workbench that `npm run build` made. The page is checked for changes at every visit, its parts never: their
 * names change with their content. Without a build there is no workbench, and the API is served alone.
 */
export function serveWorkbench(express: Express, folder: string, { provider, hasSession }: WorkbenchOptions): void {
  const files = readFiles(folder);
  const built = files.get('index.html');
  if (!built) return;
  const page = provider === '' ? built : withProvider(built, provider);
  const preloads = readPreloads(folder);
  express.use((request: Request, response: Response, next: NextFunction) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return next();
    const asset = request.path.startsWith('/assets/') ? files.get(request.path.slice(1)) : undefined;
    if (asset) return send(request, response, { file: asset, cacheControl: 'public, max-age=31536000, immutable' });
    if (!pagePattern.test(request.path)) return next();
    if (hasSession(request)) response.set('Link', linksFor(request.path, preloads));
    send(request, response, { file: page, cacheControl: 'no-cache' });
  });
}

/** The page names the provider that people sign in with, so that the button is there at once. */
function withProvider({ type, plain }: WebFile, name: string): WebFile {
  const value = name.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  const page = Buffer.from(plain.toString().replace('<html ', () => `<html data-provider="${value}" `));
  return { type, plain: page, gzip: gzipSync(page), brotli: brotliCompressSync(page), etag: etagOf(page) };
}

/** Scripts that the page will import: else the browser would find them one after the other, a round trip each. */
const linksFor = (path: string, preloads: Preloads): string[] =>
  (preloads.find(({ pattern }) => pattern.test(path))?.scripts ?? []).map((script) => `<${script}>; rel=modulepreload`);

function readPreloads(folder: string): Preloads {
  const read = JSON.parse(readFileSync(join(folder, 'preloads.json'), 'utf8')) as Record<string, string[]>;
  return Object.entries(read).map(([pattern, scripts]) => ({ pattern: new RegExp(pattern), scripts }));
}

const etagOf = (content: Buffer): string => `"${createHash('sha256').update(content).digest('base64url')}"`;

function readFiles(folder: string): Map<string, WebFile> {
  const files = new Map<string, WebFile>();
  for (const name of filesIn(folder)) {
    const type = types[name.split('.').at(-1)!];
    if (!type) continue;
    const read = (ending: string): Buffer => readFileSync(join(folder, `${name}${ending}`));
    const plain = read('');
    files.set(name, { type, plain, gzip: read('.gz'), brotli: read('.br'), etag: etagOf(plain) });
  }
  return files;
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => path.replaceAll('\\', '/'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

function send(
  request: Request,
  response: Response,
  { file, cacheControl }: { file: WebFile; cacheControl: string },
): void {
  const encoding = request.acceptsEncodings('br', 'gzip', 'identity');
  const [body, name] =
    encoding === 'br' ? [file.brotli, 'br'] : encoding === 'gzip' ? [file.gzip, 'gzip'] : [file.plain, null];
  response.set({
    'Content-Type': file.type,
    'Cache-Control': cacheControl,
    'Content-Security-Policy': contentSecurityPolicy,
    'Cross-Origin-Opener-Policy': 'same-origin',
    ETag: file.etag,
    Vary: 'Accept-Encoding',
    ...(name && { 'Content-Encoding': name }),
  });
  if (request.headers['if-none-match'] === file.etag) response.status(304).end();
  else if (request.method === 'HEAD') response.set('Content-Length', String(body.length)).end();
  else response.end(body);
}
