import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { ConnectionDrain, listen, startAcceptors } from '../../../src/platform/http/http-server.js';

describe('the HTTP server', () => {
  const clients: Socket[] = [];
  let server: Server;
  let drain: ConnectionDrain;

  beforeEach(async () => {
    server = createServer((_request, response) => void setTimeout(() => response.end('answered'), 100));
    drain = new ConnectionDrain(server);
    await listen(server, { port: 0, host: '127.0.0.1' });
  });

  afterEach(async () => {
    for (const client of clients.splice(0)) client.destroy();
    await drain.drain(1_000);
  });

  const port = (): number => (server.address() as AddressInfo).port;

  /** Connections accepted in the turn of the event loop that accepted the most. */
  async function mostAtOnce(count: number): Promise<number> {
    const turns: number[] = [];
    let turn = 0;
    const next = (): void => {
      turn += 1;
      if (turns.length < count) setImmediate(next);
    };
    const all = new Promise<void>((resolve) => {
      server.on('connection', () => turns.push(turn) === count && resolve());
    });
    for (let index = 0; index < count; index += 1) clients.push(connect(port(), '127.0.0.1'));
    next();
    await all;
    return Math.max(...turns.map((one) => turns.filter((other) => other === one).length));
  }

  it('accepts several new connections in one turn of the event loop', async () => {
    drain.stopToo(await startAcceptors(server));
    expect(await mostAtOnce(32)).toBeGreaterThan(4);
  });

  it('answers on every connection, whichever handle accepted it', async () => {
    drain.stopToo(await startAcceptors(server));
    const url = `http://127.0.0.1:${port()}/`;
    const texts = await Promise.all(Array.from({ length: 32 }, async () => (await fetch(url)).text()));
    expect(new Set(texts)).toEqual(new Set(['answered']));
  });

  it('listens with no handle any more once it is drained, and ends what is under way', async () => {
    drain.stopToo(await startAcceptors(server));
    const address = port();
    const client = connect(address, '127.0.0.1');
    client.write('GET / HTTP/1.1\r\nHost: here\r\n\r\n');
    await once(server, 'request');
    const [[answer]] = await Promise.all([once(client, 'data'), drain.drain(5_000)]);
    expect(String(answer)).toContain('answered');
    const [error] = (await once(connect(address, '127.0.0.1'), 'error')) as [NodeJS.ErrnoException];
    expect(error.code).toBe('ECONNREFUSED');
  });

  it('goes on with its own handle where no process can be started', async () => {
    const { execPath } = process;
    process.execPath = '/no/such/program';
    try {
      await expect(startAcceptors(server)).rejects.toThrow();
    } finally {
      process.execPath = execPath;
    }
    await new Promise((resolve) => setTimeout(resolve, 50)); // what nobody caught would end the run by now
    expect(await (await fetch(`http://127.0.0.1:${port()}/`)).text()).toBe('answered');
  });
});
