import type { S3Client } from '@aws-sdk/client-s3';
import type { EgressMethod, EgressRequest, EgressResponse } from './egress-request.js';

export interface S3Access {
  readonly region: string;
  /** `https://host`; null: Amazon's. */
  readonly endpoint: string | null;
  readonly bucket: string;
  /** null: requests are not signed. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | null;
}

/** A request as the S3 client passes it on. */
interface S3Request {
  readonly method: string;
  readonly protocol: string;
  readonly hostname: string;
  readonly port?: number;
  readonly path: string;
  readonly query?: Readonly<Record<string, string | string[] | null>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

export type SendRequest = (address: string, request: Omit<EgressRequest, 'limits'>) => Promise<EgressResponse>;

/**
 * An S3 client that sends its requests through the egress guard. Every option is set here, above all the credentials,
 * so that it reads no environment, file or metadata service.
 */
export async function openS3(access: S3Access, send: SendRequest): Promise<S3Client> {
  const { S3Client } = await import('@aws-sdk/client-s3'); // loaded on use: it takes 0.3 s
  return new S3Client({
    region: access.region,
    endpoint: access.endpoint ?? `https://s3.${access.region}.amazonaws.com`,
    forcePathStyle: access.endpoint !== null || access.bucket.includes('.'),
    tls: true,
    credentials: access.credentials ?? { accessKeyId: '', secretAccessKey: '' },
    ...(access.credentials === null && { signer: { sign: (request) => Promise.resolve(request) } }),
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
    expectContinueHeader: false,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      handle: (request: S3Request) => sendRequest(send, request),
      updateHttpClientConfig: () => undefined,
      httpHandlerConfigs: () => ({}),
    },
  });
}

async function sendRequest(send: SendRequest, request: S3Request) {
  const { method, body } = request;
  const answer = await send(addressOf(request), {
    method: method as EgressMethod,
    headers: request.headers,
    ...(body !== undefined && { body: Buffer.from(body as Uint8Array) }),
    noRedirects: true,
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
