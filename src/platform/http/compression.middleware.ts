import type { NextFunction, Request, Response } from 'express';
import { constants, createBrotliCompress, createGzip, type BrotliCompress, type Gzip } from 'node:zlib';

type Encoding = 'br' | 'gzip';
type Write = Response['write'];
type End = Response['end'];

/** A shorter answer fits into one packet as it is. */
const minBytes = 1_024;

const compressible = /^(?:text\/(?!event-stream)|application\/(?:[\w.+-]+\+)?(?:json|xml|yaml)\b|image\/svg)/i;

/**
 * Answers with passwords, keys and tokens: how far text that somebody else chose shortens them must not tell what they
 * are (BREACH).
 */
const secretPaths = /^\/v1\/(?:sessions|users|webhooks|alarms)\//i;

/** Fast rather than small: a page of entries shrinks to a tenth either way. */
const brotliQuality = 4;
const gzipLevel = 6;

/** Compresses answers for clients that take it. */
export function compressAnswers(request: Request, response: Response, next: NextFunction): void {
  const encoding = acceptedEncoding(request.headers['accept-encoding']);
  if (encoding && request.method !== 'HEAD' && !secretPaths.test(request.path))
    new CompressedResponse(response, encoding);
  next();
}

/** The preferred encoding of the header `Accept-Encoding`; null: none of ours. */
export function acceptedEncoding(header: string | string[] | undefined): Encoding | null {
  const weights = new Map<string, number>();
  for (const part of String(header ?? '')
    .toLowerCase()
    .split(',')) {
    const [name = '', ...parameters] = part.split(';').map((each) => each.trim());
    const q = parameters.find((each) => each.startsWith('q='));
    const weight = q === undefined ? 1 : Number(q.slice(2));
    weights.set(name === 'x-gzip' ? 'gzip' : name, Number.isFinite(weight) ? weight : 0);
  }
  const weightOf = (name: Encoding): number => weights.get(name) ?? weights.get('*') ?? 0;
  if (weightOf('br') === 0 && weightOf('gzip') === 0) return null;
  return weightOf('br') >= weightOf('gzip') ? 'br' : 'gzip';
}

/** Replaces `write` and `end` of a response; whether it is compressed is decided with the first bytes. */
class CompressedResponse {
  private readonly write: Write;
  private readonly end: End;
  private compressor: Gzip | BrotliCompress | null = null;
  private isDecided = false;

  constructor(
    private readonly response: Response,
    private readonly encoding: Encoding,
  ) {
    this.write = response.write.bind(response) as Write;
    this.end = response.end.bind(response) as End;
    response.write = ((chunk: string | Uint8Array, ...more: never[]) => {
      this.decide(null);
      return this.compressor ? this.compressor.write(bytesOf(chunk, more[0])) : this.write(chunk, ...more);
    }) as Write;
    response.end = ((...parameters: unknown[]) => {
      const [chunk, characters] = parameters;
      const bytes = typeof chunk === 'string' || chunk instanceof Uint8Array ? bytesOf(chunk, characters) : null;
      this.decide(bytes?.length ?? 0);
      if (!this.compressor) return (this.end as (...parameters: unknown[]) => Response)(...parameters);
      if (bytes) this.compressor.end(bytes);
      else this.compressor.end();
      return response;
    }) as End;
  }

  /** @param length of the whole answer, where it is known */
  private decide(length: number | null): void {
    if (this.isDecided) return;
    this.isDecided = true;
    const { response } = this;
    if (response.headersSent || !isCompressible(response, length)) return;
    response.removeHeader('Content-Length');
    response.removeHeader('Accept-Ranges');
    response.setHeader('Content-Encoding', this.encoding);
    // The bytes differ from those of the plain answer, what they say does not.
    const etag = response.getHeader('ETag');
    if (typeof etag === 'string' && !etag.startsWith('W/')) response.setHeader('ETag', `W/${etag}`);
    this.compressor = this.start();
  }

  private start(): Gzip | BrotliCompress {
    const { response } = this;
    const compressor =
      this.encoding === 'br'
        ? createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } })
        : createGzip({ level: gzipLevel });
    compressor.on('data', (chunk: Buffer) => {
      if (!this.write(chunk)) compressor.pause();
    });
    compressor.on('end', () => this.end());
    compressor.on('error', () => response.destroy());
    // Who waits for `drain` waits for the compressor, which waits for the connection.
    compressor.on('drain', () => response.emit('drain'));
    response.on('drain', () => compressor.resume());
    response.once('close', () => compressor.destroy());
    return compressor;
  }
}

function isCompressible(response: Response, length: number | null): boolean {
  const type = String(response.getHeader('Content-Type') ?? '');
  if (!compressible.test(type) || [204, 206, 304].includes(response.statusCode)) return false;
  response.vary('Accept-Encoding');
  if (response.getHeader('Content-Encoding') !== undefined) return false;
  if (/no-transform/i.test(String(response.getHeader('Cache-Control') ?? ''))) return false;
  return Number(response.getHeader('Content-Length') ?? length ?? Infinity) >= minBytes;
}

const bytesOf = (chunk: string | Uint8Array, characters: unknown): Uint8Array =>
  typeof chunk === 'string'
    ? Buffer.from(chunk, typeof characters === 'string' ? (characters as 'utf8') : 'utf8')
    : chunk;
