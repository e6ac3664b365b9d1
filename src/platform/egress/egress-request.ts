import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';

/** What a program of ours may ask: what changes nothing on the other side, and POST. */
export const relayedMethods = ['GET', 'POST', 'OPTIONS', 'PROPFIND', 'REPORT'] as const;
/** The others change what is there: in the operator's own store, and PUT and PATCH in an issue tracker. */
export type EgressMethod = (typeof relayedMethods)[number] | 'PUT' | 'PATCH' | 'DELETE';

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
  /** Only the status matters: the body is not read, however long it is and however encoded. */
  readonly withoutBody?: boolean;
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
