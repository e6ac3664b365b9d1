import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Server as NetServer, type Socket } from 'node:net';
import { StartError } from '../embedded/start-error.js';
import type { Server, ServerResponse } from 'node:http';
import { listeningHandleOf } from '../library-internals.js';

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

/** With so many, what is accepted in a turn is what the process can answer or refuse (ADR 45). */
const acceptorCount = 8;

/** A start that waits longer goes on with one handle. */
const maxEchoMs = 10_000;

/** Sends back what it is sent: a handle that went to another process and back is a second one of the same socket. */
const echo = 'process.on("message", (_, handle) => process.send(0, handle))';

/**
 * Handles that accept connections for the server besides its own: each takes one connection in a turn of the event loop,
 * and a turn of a busy process takes 10 ms. With one, a burst of new clients would wait many seconds for a refusal.
 *
 * @returns servers that are to be closed together with the server
 */
export async function startAcceptors(server: Server): Promise<readonly NetServer[]> {
  const child = spawn(process.execPath, ['-e', echo], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: {},
    timeout: maxEchoMs,
    killSignal: 'SIGKILL',
  });
  child.on('error', () => undefined); // Whoever waits for an answer gets it.
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('The process that echoes handles ended')));
  ended.catch(() => undefined);
  const acceptors: NetServer[] = [];
  try {
    while (acceptors.length < acceptorCount) {
      child.send(0, listeningHandleOf(server));
      const [, handle] = (await Promise.race([once(child, 'message'), ended])) as [unknown, object];
      const acceptor = new NetServer({ noDelay: true });
      acceptor.on('connection', (socket: Socket) => server.emit('connection', socket));
      acceptors.push(acceptor.listen(handle, backlog).unref());
    }
    return acceptors;
  } catch (error) {
    for (const acceptor of acceptors) acceptor.close();
    throw error;
  } finally {
    if (child.connected) child.disconnect();
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

  private acceptors: readonly NetServer[] = [];

  constructor(private readonly server: Server) {
    server.on('request', (_request, response: ServerResponse) => {
      this.openResponses.add(response);
      response.once('close', () => this.openResponses.delete(response));
    });
  }

  /** Servers of `startAcceptors`, which stop listening together with the server. */
  stopToo(acceptors: readonly NetServer[]): void {
    this.acceptors = acceptors;
  }

  /**
   * Stops listening and waits up to `graceMs` for the requests under way, then closes their connections. Event streams
   * never end by themselves, so they are ended at once; their clients reconnect to another process.
   */
  async drain(graceMs: number): Promise<void> {
    if (!this.server.listening) return;
    const servers = [...this.acceptors, this.server];
    const closed = Promise.all(servers.map((each) => new Promise<void>((resolve) => each.close(() => resolve()))));
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
