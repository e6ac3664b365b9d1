import { subscribe, unsubscribe } from 'node:diagnostics_channel';

/** Node's client publishes what `fetch` keeps to itself. */
const channel = 'undici:request:trailers';

interface Published {
  readonly request: { readonly path: string };
  /** Names and values in turn. */
  readonly trailers: readonly Uint8Array[];
}

/** The trailers of the responses that end while it listens. */
export class ResponseTrailers {
  private readonly found = new Map<string, string>();
  private readonly listener = (message: unknown): void => {
    const { request, trailers } = message as Published;
    for (let index = 0; index + 1 < trailers.length; index += 2)
      this.found.set(keyOf(request.path, textOf(trailers[index]!)), textOf(trailers[index + 1]!));
  };

  constructor() {
    subscribe(channel, this.listener);
  }

  get(url: string, name: string): string | undefined {
    const { pathname, search } = new URL(url);
    return this.found.get(keyOf(`${pathname}${search}`, name));
  }

  stop(): void {
    unsubscribe(channel, this.listener);
  }
}

const keyOf = (path: string, name: string): string => `${path} ${name.toLowerCase()}`;

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');
