import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';

/** Those that change nothing on the other side, and POST. */
export const egressMethods = ['GET', 'POST', 'OPTIONS', 'PROPFIND', 'REPORT'] as const;
export type EgressMethod = (typeof egressMethods)[number];

export interface EgressRequest {
  readonly method?: EgressMethod;
  /** Sent to the first origin only, as are the credentials. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly credentials?: { readonly username: string; readonly password: string };
  readonly body?: Buffer;
  /** Redirects to other origins are refused: the address may hold a secret. */
  readonly sameOrigin?: boolean;
  /** All redirects are refused. */
  readonly noRedirects?: boolean;
  /** Bytes as sent and as decoded; seconds of the whole, and of silence. */
  readonly limits: { readonly maxBytes: number; readonly seconds: number; readonly silenceSeconds: number };
  readonly signal?: AbortSignal;
}

export interface EgressResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Address of the final response. */
  readonly address: string;
  /** To be read or destroyed; fails where a limit is reached, or the connection breaks off. */
  readonly body: Readable;
}
