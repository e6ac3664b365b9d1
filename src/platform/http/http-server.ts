import type { Server as NetServer } from 'node:net';
import { StartError } from '../embedded/start-error.js';
import type { Server, ServerResponse } from 'node:http';

/** The kernel's own maximum: beyond the backlog, clients are disconnected without a response. */
const backlog = 4_096;

/** @throws StartError with the reason why the address cannot be used */
export async function listen(
  server: NetServer,
  address: { readonly port: number; readonly host: string },
): Promise<void> {
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen({ port: address.port, host: address.host, backlog }, () => {
        server.off('error', reject);
        resolve();
      });
    });
  } catch (error) {
    const message = listenErrors(address)[(error as NodeJS.ErrnoException).code ?? ''];
    throw message ? new StartError(message) : error;
  }
}

const listenErrors = ({ port, host }: { port: number; host: string }): Record<string, string> => ({
  EADDRINUSE: `Port ${port} is in use by another program: stop it, or set PORT to a free port.`,
  EACCES: `This user may not open port ${port}: set PORT to 1024 or higher.`,
  EADDRNOTAVAIL: `HOST ${host} is not an address of this machine.`,
  ENOTFOUND: `HOST ${host} is not an address of this machine.`,
  EAI_AGAIN: `HOST ${host} cannot be resolved.`,
});

const isEventStream = (response: ServerResponse): boolean =>
  String(response.getHeader('content-type') ?? '').startsWith('text/event-stream');

/** Stops a server gracefully: requests under way are finished, new ones are not accepted. */
export class ConnectionDrain {
  private readonly openResponses = new Set<ServerResponse>();

  constructor(private readonly server: Server) {
    server.on('request', (_request, response: ServerResponse) => {
      this.openResponses.add(response);
      response.once('close', () => this.openResponses.delete(response));
    });
  }

  /**
   * Stops listening and waits up to `graceMs` for the requests under way, then closes their connections. Event streams
   * never end by themselves, so they are ended at once; their clients reconnect to another process.
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
