import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { EgressClient } from '../../src/platform/egress/egress-client.js';
import type { EgressResponse, EgressRequest } from '../../src/platform/egress/egress-request.js';
import { certificate } from './certificates.js';

export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A server on the loopback that stands for all the world, and remembers what it was asked. */
export interface EgressTestServer {
  /** Asks this server whatever the address, over TLS; the host asked for comes as the header `x-host`. */
  readonly client: EgressClient;
  readonly asked: { readonly url: string; readonly method: string; readonly body: string }[];
  answer: Answer;
  close(): Promise<void>;
}

export async function startEgressServer(answer: Answer): Promise<EgressTestServer> {
  const own = certificate(['127.0.0.1']);
  const asked: EgressTestServer['asked'] = [];
  const server = createServer(own, (request, response) => void receive(request, response));
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { 'x-host': host = '' } = request.headers;
    const body = Buffer.concat(chunks).toString();
    asked.push({ url: `https://${String(host)}${request.url}`, method: request.method!, body });
    outside.answer(request, response);
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const outside: EgressTestServer = {
    client: new RedirectedEgressClient(port, own.cert),
    asked,
    answer,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return outside;
}

class RedirectedEgressClient extends EgressClient {
  constructor(
    private readonly port: number,
    ca: string,
  ) {
    super(new Set([`127.0.0.1:${port}`]), { ca: [ca] });
  }

  override send(address: string, asked: EgressRequest): Promise<EgressResponse> {
    const { host, pathname, search } = new URL(address);
    const headers = { ...asked.headers, 'x-host': host };
    return super.send(`https://127.0.0.1:${this.port}${pathname}${search}`, { ...asked, headers });
  }
}
