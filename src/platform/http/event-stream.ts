import type { Response } from 'express';

const heartbeatMs = 10_000;
/** The client reconnects then, and is authorized again. */
const maxStreamMs = 10 * 60_000;

/**
 * Server-sent events with the present state of some objects. A slow client gets fewer events, always the latest of each
 * object; one that reconnects gets the present state first, so that nothing is missed.
 */
export class EventStream {
  private readonly waiting = new Map<string, string>();
  private readonly sent = new Map<string, string>();
  private readonly heartbeat: NodeJS.Timeout;
  private readonly limit: NodeJS.Timeout;
  private isEnding = false;
  private isClosed = false;

  /**
   * @param stopped aborted when the process stops; as many listen to it as there are streams (`controllerForMany`)
   * @param onClose called once, whoever closes
   * @param mayGoOn asked again and again; the stream ends when the caller's rights are others than at its start
   */
  constructor(
    private readonly response: Response,
    private readonly stopped: AbortSignal,
    private readonly onClose: () => void,
    private readonly mayGoOn: () => Promise<boolean>,
  ) {
    this.heartbeat = setInterval(() => {
      if (!response.writableNeedDrain) response.write(':\n\n');
      // Where it cannot be asked at the moment, the next heartbeat asks again.
      this.mayGoOn().then(
        (may) => may || this.close(),
        () => undefined,
      );
    }, heartbeatMs);
    this.limit = setTimeout(this.close, maxStreamMs);
    response.writeHead(200, {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-store, no-transform',
      'X-Accel-Buffering': 'no',
    });
    response.write('retry: 3000\n\n');
    response.on('drain', this.write);
    response.on('close', this.close);
    stopped.addEventListener('abort', this.close);
    if (stopped.aborted || response.closed || response.req.method === 'HEAD') this.close();
  }

  /** What was sent of the object last is not sent again. */
  send(key: string, event: string, data: object): void {
    this.waiting.set(key, `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
    this.write();
  }

  /** Closes when everything is sent. */
  end(): void {
    this.isEnding = true;
    this.write();
  }

  readonly close = (): void => {
    if (this.isClosed) return;
    this.isClosed = true;
    clearInterval(this.heartbeat);
    clearTimeout(this.limit);
    this.stopped.removeEventListener('abort', this.close);
    this.onClose();
    this.response.end();
  };

  private readonly write = (): void => {
    for (const [key, text] of this.waiting) {
      if (this.isClosed || this.response.writableNeedDrain) return;
      this.waiting.delete(key);
      if (this.sent.get(key) === text) continue;
      this.sent.set(key, text);
      this.response.write(text);
    }
    if (this.isEnding) this.close();
  };
}
