import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

type Objects = Readonly<Record<string, string | Buffer>>;

const md5 = (content: string | Buffer): string => `"${createHash('md5').update(content).digest('hex')}"`;
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** Answers as S3 does (path style) for one bucket, two keys a page, to whoever signs with that key (Signature V4). */
export function s3Answer(
  bucket: string,
  objects: Objects,
  key: { id: string; secret: string } | null,
): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    const url = new URL(request.url!, 'https://localhost');
    const fail = (status: number, code: string): void => {
      response.writeHead(status, { 'content-type': 'application/xml' });
      response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>No</Message></Error>`);
    };
    if (key ? !isSigned(request, url, key) : request.headers.authorization !== undefined)
      return fail(403, 'SignatureDoesNotMatch');
    const [, named, ...rest] = url.pathname.split('/');
    if (named !== bucket) return fail(404, 'NoSuchBucket');
    if (url.searchParams.get('list-type') === '2') {
      response.writeHead(200, { 'content-type': 'application/xml' });
      return void response.end(listing(bucket, objects, url.searchParams));
    }
    const content = objects[rest.map(decodeURIComponent).join('/')];
    if (content === undefined) return fail(404, 'NoSuchKey');
    if ((request.headers['if-match'] ?? md5(content)) !== md5(content)) return fail(412, 'PreconditionFailed');
    response.writeHead(200, { etag: md5(content) }).end(content);
  };
}

function listing(bucket: string, objects: Objects, asked: URLSearchParams): string {
  const all = Object.keys(objects)
    .filter((key) => key.startsWith(asked.get('prefix') ?? ''))
    .sort();
  const from = Number(asked.get('continuation-token') ?? 0);
  const keys = all.slice(from, from + Math.min(2, Number(asked.get('max-keys') ?? 2)));
  const next = from + keys.length < all.length;
  const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const contents = keys.map(
    (key) =>
      `<Contents><Key>${escaped(key)}</Key><ETag>${md5(objects[key]!)}</ETag><Size>${Buffer.byteLength(objects[key]!)}</Size></Contents>`,
  );
  const more = next ? `<NextContinuationToken>${from + keys.length}</NextContinuationToken>` : '';
  return `<?xml version="1.0"?><ListBucketResult><Name>${bucket}</Name><IsTruncated>${next}</IsTruncated>${more}${contents.join('')}</ListBucketResult>`;
}

/** AWS Signature Version 4, as the receiving side checks it. */
export function isSigned(request: IncomingMessage, url: URL, key: { id: string; secret: string }): boolean {
  const { headers } = request;
  const parts =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=(\w+)$/.exec(
      headers.authorization ?? '',
    );
  if (!parts || parts[1] !== key.id) return false;
  const [, , day = '', region = '', names = '', signature] = parts;
  const query = url.search.slice(1).split('&').sort().join('&');
  const signed = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const asked = [request.method, url.pathname, query, signed.join(''), names, headers['x-amz-content-sha256']];
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(asked.join('\n'))].join('\n');
  const signing = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${key.secret}`);
  return hmac(signing, text).toString('hex') === signature;
}
