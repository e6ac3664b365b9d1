import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { CallerError, TransientError } from '../../model/errors.js';

/** The other side did not answer in time, failed its TLS check, or closed the connection. */
export class EgressUnavailableError extends TransientError {
  constructor(
    readonly reason: 'timeout' | 'tls' | 'network',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, undefined, options);
  }
}

/** The time of one outside request with all its redirects: an end for the whole, and one for silence. */
export class EgressTimer {
  private readonly controller = new AbortController();
  private readonly totalTimer: NodeJS.Timeout;
  private idleTimer: NodeJS.Timeout | undefined;
  readonly signal = this.controller.signal;

  constructor(
    private readonly limits: { readonly seconds: number; readonly silenceSeconds: number },
    private readonly outerSignal?: AbortSignal,
  ) {
    const message = `No whole answer within ${limits.seconds} seconds`;
    this.totalTimer = setTimeout(
      () => this.abort(new EgressUnavailableError('timeout', message)),
      limits.seconds * 1000,
    );
    this.restartIdleTimer();
    outerSignal?.addEventListener('abort', this.cancel, { once: true });
    if (outerSignal?.aborted) this.cancel();
  }

  /** Follows a body: what comes in is a sign of life; a reader who takes his time is no silence. */
  followBody(answer: IncomingMessage, body: Readable): void {
    answer.on('data', () => this.restartIdleTimer(body));
    this.signal.addEventListener('abort', () => answer.destroy(this.signal.reason as Error), { once: true });
  }

  stop(): void {
    clearTimeout(this.totalTimer);
    clearTimeout(this.idleTimer);
    this.outerSignal?.removeEventListener('abort', this.cancel);
  }

  private restartIdleTimer(body?: Readable): void {
    clearTimeout(this.idleTimer);
    this.idleTimer = setTimeout(() => {
      if (body && body.readableLength > 0) return this.restartIdleTimer(body);
      const message = `Nothing came for ${this.limits.silenceSeconds} seconds`;
      this.abort(new EgressUnavailableError('timeout', message));
    }, this.limits.silenceSeconds * 1000);
  }

  private readonly cancel = (): void => this.abort(this.outerSignal!.reason as Error);

  private abort(reason: Error): void {
    this.controller.abort(reason);
  }
}

/** Maps an error of a request to one for the caller; never with the address, which may hold a secret path. */
export function asEgressError(error: unknown, signal: AbortSignal): Error {
  if (signal.aborted) return signal.reason as Error;
  if (error instanceof CallerError || error instanceof EgressUnavailableError) return error;
  const { code = '' } = error as NodeJS.ErrnoException;
  const tls = /^(CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|ERR_TLS|ERR_SSL|EPROTO|HOSTNAME_MISMATCH|INVALID_)/.test(code);
  return tls
    ? new EgressUnavailableError('tls', `The other side could not prove who it is (${code})`, { cause: error })
    : new EgressUnavailableError('network', 'The address cannot be reached, or broke off', { cause: error });
}
