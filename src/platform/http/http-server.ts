import type { Server as NetServer } from 'node:net';
import { StartError } from '../embedded/start-error.js';
import type { Server, ServerResponse } from 'node:http';

/**
 * Connections that wait to be taken on; as many as the kernel allows by itself. Where they do not fit, clients are cut
 * off instead of being told to come back.
 */
const backlog = 4_096;

/** @throws StartError saying why this address cannot be listened on */
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
    const sentence = listenErrors(address)[(error as NodeJS.ErrnoException).code ?? ''];
    throw sentence ? new StartError(sentence) : error;
  }
}

const listenErrors = ({ port, host }: { port: number; host: string }): Record<string, string> => ({
  EADDRINUSE: `Port ${port} is in use by another program: stop that one, or set PORT to a free port.`,
  EACCES: `Port ${port} may not be opened by this user: set PORT to one from 1024 up.`,
  EADDRNOTAVAIL: `HOST ${host} is no address of this machine.`,
  ENOTFOUND: `HOST ${host} is no address of this machine.`,
  EAI_AGAIN: `HOST ${host} cannot be looked up.`,
});

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
