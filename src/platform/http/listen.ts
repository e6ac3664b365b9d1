import type { Server } from 'node:net';
import { StartError } from '../embedded/start-error.js';

/**
 * Connections that wait to be taken on; as many as the kernel allows by itself. Where they do not fit, clients are cut
 * off instead of being told to come back.
 */
const backlog = 4_096;

/** @throws StartError saying why this address cannot be listened on */
export async function listen(server: Server, address: { readonly port: number; readonly host: string }): Promise<void> {
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
