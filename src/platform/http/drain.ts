import type { Server, ServerResponse } from 'node:http';

const isEventStream = (response: ServerResponse): boolean =>
  String(response.getHeader('content-type') ?? '').startsWith('text/event-stream');

/** Ends a server's work in good order: nothing new comes in, what has begun is answered. */
export class ConnectionDrain {
  private readonly openResponses = new Set<ServerResponse>();

  constructor(private readonly server: Server) {
    server.on('request', (_request, response: ServerResponse) => {
      this.openResponses.add(response);
      response.once('close', () => this.openResponses.delete(response));
    });
  }

  /**
   * Stops listening and waits for the requests under way, at most `graceMs`; what is left then is cut off. Event
   * streams have no end of their own and are ended at once: their clients come back to another process.
   */
  async drain(graceMs: number): Promise<void> {
    if (!this.server.listening) return;
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    const sweep = setInterval(() => this.endIdle(), 50);
    const limit = setTimeout(() => this.server.closeAllConnections(), graceMs);
    this.endIdle();
    await closed;
    clearInterval(sweep);
    clearTimeout(limit);
  }

  private endIdle(): void {
    for (const response of this.openResponses) if (response.headersSent && isEventStream(response)) response.end();
    this.server.closeIdleConnections();
  }
}
