import type { S3Client } from '@aws-sdk/client-s3';
import type { EgressClient } from '../../../platform/egress/egress-client.js';
import type { S3Target } from '../../project-source.js';
import type { FetchRequest } from '../source-fetcher.js';

const silenceSeconds = 30;

/** A request as the S3 client passes it on. */
interface S3Request {
  readonly method: string;
  readonly protocol: string;
  readonly hostname: string;
  readonly port?: number;
  readonly path: string;
  readonly query?: Readonly<Record<string, string | string[] | null>>;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * An S3 client that sends its requests through the egress guard. Every option is set here, above all the credentials,
 * so that it reads no environment, file or metadata service.
 */
export async function openS3(target: S3Target, request: FetchRequest, egress: EgressClient): Promise<S3Client> {
  const { S3Client } = await import('@aws-sdk/client-s3'); // loaded on use: it takes 0.3 s
  const { username, password } = { username: request.project.username, password: request.secrets.password };
  const isAnonymous = username === '' && password === null;
  return new S3Client({
    region: target.region,
    endpoint: target.endpoint ?? `https://s3.${target.region}.amazonaws.com`,
    forcePathStyle: target.endpoint !== null || target.bucket.includes('.'),
    tls: true,
    credentials: { accessKeyId: username, secretAccessKey: password ?? '' },
    ...(isAnonymous && { signer: { sign: (request) => Promise.resolve(request) } }),
    maxAttempts: 3,
    retryMode: 'standard',
    defaultsMode: 'standard',
    userAgentAppId: '',
    useArnRegion: false,
    useDualstackEndpoint: false,
    useFipsEndpoint: false,
    followRegionRedirects: false,
    disableMultiregionAccessPoints: true,
    disableS3ExpressSessionAuth: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      handle: (s3Request: S3Request) => sendRequest(egress, request, s3Request),
      updateHttpClientConfig: () => undefined,
      httpHandlerConfigs: () => ({}),
    },
  });
}

async function sendRequest(egress: EgressClient, { maxBytes, seconds, signal }: FetchRequest, request: S3Request) {
  const answer = await egress.send(addressOf(request), {
    headers: request.headers,
    limits: { maxBytes, seconds, silenceSeconds },
    noRedirects: true,
    signal,
  });
  const headers = Object.entries(answer.headers).map(([name, value]) => [name, String(value)]);
  return {
    response: {
      statusCode: answer.status,
      body: answer.body,
      headers: Object.fromEntries(headers) as Record<string, string>,
    },
  };
}

/** The address must be spelled as it was signed (RFC 3986). */
function addressOf({ protocol, hostname, port, path, query }: S3Request): string {
  const encoded = (text: string): string =>
    encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);
  const pairs = Object.entries(query ?? {}).flatMap(([name, values]) =>
    [values].flat().map((value) => `${encoded(name)}=${encoded(value ?? '')}`),
  );
  const authority = port === undefined ? hostname : `${hostname}:${port}`;
  return `${protocol}//${authority}${path}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}`;
}
