import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import { connect, createServer as createTcpServer, type AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { gzipSync } from 'node:zlib';
import { CallerError } from '../../../src/model/errors.js';
import { guardSocket } from '../../../src/platform/egress/guarded-connection.js';
import { EgressClient } from '../../../src/platform/egress/egress-client.js';
import type { EgressRequest } from '../../../src/platform/egress/egress-request.js';
import { EgressUnavailableError } from '../../../src/platform/egress/egress-timer.js';
import { parseEgressUrl } from '../../../src/platform/egress/egress-url.js';
import { certificate, type Pair } from '../../support/certificates.js';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const limits = { maxBytes: 10_000, seconds: 5, silenceSeconds: 5 };
const servers: Server[] = [];

/** A server on the loopback that remembers what it was asked. */
async function serve(pair: Pair, answer: Answer): Promise<{ port: number; asked: IncomingMessage[] }> {
  const asked: IncomingMessage[] = [];
  const server = createServer(pair, (request, response) => {
    asked.push(request);
    answer(request, response);
  });
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, asked };
}

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

const own = certificate(['127.0.0.1', 'one.example.org', 'two.example.org']);

const clientFor = (...ports: number[]): EgressClient =>
  new EgressClient(new Set(ports.map((port) => `127.0.0.1:${port}`)), { ca: [own.cert] });

async function read(client: EgressClient, address: string, asked: Partial<EgressRequest> = {}): Promise<string> {
  const { body } = await client.send(address, { limits, ...asked });
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

async function reasonFor(reading: Promise<unknown>): Promise<string> {
  const error: unknown = await reading.then(
    () => new Error('It was read'),
    (thrown: unknown) => thrown,
  );
  if (error instanceof CallerError) return `${error.status} ${error.details.reason}`;
  if (error instanceof EgressUnavailableError) return error.reason;
  throw error;
}

describe('addresses that may be asked', () => {
  it.each([
    'file:///etc/passwd',
    'http://example.org/',
    'ftp://example.org/',
    'gopher://example.org/',
    'data:,x',
    'git://example.org/',
    'ext::sh -c x',
    '/etc/passwd',
    '\\\\server\\share',
    'https://',
    'https:\\\\example.org',
    'https://user:pass@example.org/',
    'https://user@example.org/',
    'https://example.org/\u0000',
    'https://a b.org/',
    'https://127.1/',
    'https://0x7f000001/',
    'https://2130706433/',
    'https://0177.0.0.1/',
    'https://１２７.0.0.1/',
    'https://[::1]/',
    'https://[::]/',
    'https://[::ffff:7f00:1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[fe80::1]/',
    'https://[fd00:ec2::254]/',
    'https://169.254.169.254/',
    'https://100.100.100.200/',
    'https://localhost./',
    'https://metadata.google.internal/',
    'https://foo.localhost/',
    'https://db/',
    'https://example.org:22/',
    'https://example.org:25/',
    'https://example.org:6379/',
    'https://example.org:80/',
  ])('%p may not', (address) => expect(() => parseEgressUrl(address, new Set())).toThrow(CallerError));

  it('are no longer than 2,048 characters', () =>
    expect(() => parseEgressUrl(`https://example.org/${'a'.repeat(2_048)}`, new Set())).toThrow(CallerError));

  it.each([
    ['http://example.org/', 'Addresses of http: are not asked for, only those of https:'],
    ['https://10.0.0.6/', 'leads inside: who operates the service can open the host (OUTSIDE_OPENED)'],
    [
      'https://example.org:8443/',
      'port 8443 is not asked: who operates the service can open the host (OUTSIDE_OPENED)',
    ],
  ])('%p is refused with what to do', (address, message) =>
    expect(() => parseEgressUrl(address, new Set())).toThrow(message),
  );

  it('are those of https on its port, and what the operator has opened, address for address', () => {
    expect(parseEgressUrl('HTTPS://Example.org:443/a?b', new Set()).href).toBe('https://example.org/a?b');
    const opened = new Set(['10.0.0.5', '10.0.0.6:8443', '[fd00::1]:443']);
    for (const address of [
      'https://10.0.0.5/',
      'https://10.0.0.5:8443/',
      'https://10.0.0.6:8443/',
      'https://[fd00::1]/',
    ])
      expect(parseEgressUrl(address, opened).href).toBe(address);
    for (const address of ['https://10.0.0.6/', 'https://10.0.0.7/', 'https://[fd00::2]/', 'http://10.0.0.5/'])
      expect(() => parseEgressUrl(address, opened)).toThrow(CallerError);
  });
});

describe('an outside request', () => {
  it('reads what is there, with credentials in a header', async () => {
    const { port, asked } = await serve(own, (_request, response) => response.end('the file'));
    const credentials = { username: 'ann', password: 's:ecret' };
    expect(await read(clientFor(port), `https://127.0.0.1:${port}/a`, { credentials })).toBe('the file');
    expect(asked[0]!.headers.authorization).toBe(`Basic ${Buffer.from('ann:s:ecret').toString('base64')}`);
  });

  it('sends a body', async () => {
    const { port } = await serve(own, (request, response) => void request.pipe(response));
    const sent = { method: 'POST', body: Buffer.from('event') } as const;
    expect(await read(clientFor(port), `https://127.0.0.1:${port}/`, sent)).toBe('event');
  });

  it('contacts nothing inside that is not opened, another port of an opened address neither', async () => {
    const { port, asked } = await serve(own, (_request, response) => response.end('secret'));
    const closed = new EgressClient(new Set(['127.0.0.1:1']), { ca: [own.cert] });
    expect(await reasonFor(read(closed, `https://127.0.0.1:${port}/`))).toBe('422 address');
    expect(asked).toHaveLength(0);
  });
});

describe('names', () => {
  const resolving = (addresses: string[]): jest.Mock =>
    jest.fn(async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })));

  it.each([
    ['a private address', ['10.1.2.3']],
    ['a public and a private one', ['8.8.8.8', '192.168.0.1']],
    ['the metadata service', ['169.254.169.254']],
    ['a mapped one', ['::ffff:127.0.0.1']],
    ['one of NAT64', ['64:ff9b::a00:1']],
    ['no address', []],
  ])('that resolve to %s are not connected to', async (_what, addresses) => {
    const resolve = resolving(addresses);
    const client = new EgressClient(new Set(), { resolve });
    const reason = await reasonFor(read(client, 'https://one.example.org/'));
    expect(reason).toBe(addresses.length > 0 ? '422 address' : 'network');
    expect(resolve).toHaveBeenCalledTimes(1);
  });

  it('reach the one address inside that is opened, and no other', async () => {
    const { port } = await serve(own, (_request, response) => response.end('x'));
    const opened = new Set([`127.0.0.1:${port}`]);
    const open = (address: string): EgressClient =>
      new EgressClient(opened, { ca: [own.cert], resolve: resolving([address]) });
    expect(await read(open('127.0.0.1'), `https://127.0.0.1:${port}/`)).toBe('x');
    expect(await reasonFor(read(open('127.0.0.1'), `https://one.example.org:${port}/`))).toBe('422 address');
    expect(await reasonFor(read(open('127.0.0.2'), 'https://one.example.org/'))).toBe('422 address');
  });

  it('are resolved once for a connection, to what was checked', async () => {
    const server = await serve(own, (_request, response) => response.end('x'));
    const resolve = jest
      .fn<Promise<{ address: string; family: number }[]>, []>()
      .mockResolvedValueOnce([{ address: '127.0.0.1', family: 4 }])
      .mockResolvedValue([{ address: '10.0.0.1', family: 4 }]);
    const opened = new Set([`one.example.org:${server.port}`]);
    const client = new EgressClient(opened, { ca: [own.cert], resolve });
    expect(await read(client, `https://one.example.org:${server.port}/`)).toBe('x');
    expect(resolve).toHaveBeenCalledTimes(1);
  });

  it('are looked at again on the connected socket', async () => {
    const received: Buffer[] = [];
    const server = createTcpServer((socket) => {
      socket.on('data', (chunk) => received.push(chunk));
      socket.on('error', () => undefined);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    guardSocket(socket, (address) => address !== '127.0.0.1');
    const [error] = (await once(socket, 'close').catch((thrown: unknown) => [thrown])) as [unknown];
    expect(error).toBeInstanceOf(CallerError);
    expect(received).toHaveLength(0);
    server.close();
  });
});

describe('redirects', () => {
  const to =
    (location: string): Answer =>
    (_request, response) =>
      void response.writeHead(302, { location }).end();

  it('are followed, without credentials to another origin, and not with them on the way back', async () => {
    let back = '';
    const first = await serve(own, (request, response) => {
      if (request.url === '/back') response.end('here');
      else to(`https://127.0.0.1:${second.port}/there`)(request, response);
    });
    const second = await serve(own, (request, response) => to(back)(request, response));
    back = `https://127.0.0.1:${first.port}/back`;
    const client = clientFor(first.port, second.port);
    const asked = { credentials: { username: 'ann', password: 'x' }, headers: { 'x-api-key': 'k' } };
    expect(await read(client, `https://127.0.0.1:${first.port}/`, asked)).toBe('here');
    expect(first.asked[0]!.headers).toMatchObject({ authorization: expect.any(String), 'x-api-key': 'k' });
    for (const { headers } of [second.asked[0]!, first.asked[1]!]) {
      expect(headers).not.toHaveProperty('authorization');
      expect(headers).not.toHaveProperty('x-api-key');
    }
  });

  it('keep credentials within the origin', async () => {
    const { port, asked } = await serve(own, (request, response) => {
      if (request.url === '/b') response.end('b');
      else to('/b')(request, response);
    });
    const credentials = { username: 'ann', password: 'x' };
    expect(await read(clientFor(port), `https://127.0.0.1:${port}/a`, { credentials })).toBe('b');
    expect(asked[1]!.headers.authorization).toBe(asked[0]!.headers.authorization);
  });

  it.each([
    'http://example.org/',
    'file:///etc/passwd',
    'https://169.254.169.254/',
    'https://[::1]/',
    'https://user:x@a.org/',
    'https://example.org:22/',
    '//localhost/',
    'https://10.0.0.1/',
    'https://[',
  ])('to %s are not followed', async (location) => {
    const { port } = await serve(own, to(location));
    expect(await reasonFor(read(clientFor(port), `https://127.0.0.1:${port}/`))).toBe('422 redirect');
  });

  it('are followed five times', async () => {
    const { port, asked } = await serve(own, to('/again'));
    expect(await reasonFor(read(clientFor(port), `https://127.0.0.1:${port}/`))).toBe('422 redirect');
    expect(asked).toHaveLength(6);
  });

  it('are not followed with what was sent', async () => {
    const { port, asked } = await serve(own, to('/again'));
    const sent = { method: 'POST', body: Buffer.from('event') } as const;
    expect(await reasonFor(read(clientFor(port), `https://127.0.0.1:${port}/`, sent))).toBe('422 redirect');
    expect(asked).toHaveLength(1);
  });

  it('that nobody wants are named for what they are, whoever asks', async () => {
    const { port } = await serve(own, to('/again'));
    const asked = read(clientFor(port), `https://127.0.0.1:${port}/`, { noRedirects: true });
    await expect(asked).rejects.toThrow('The address leads to another one; give that one');
  });
});

describe('limits', () => {
  const fetched = async (answer: Answer, asked: Partial<EgressRequest> = {}): Promise<string> => {
    const { port } = await serve(own, answer);
    return read(clientFor(port), `https://127.0.0.1:${port}/`, asked);
  };
  const quick = { limits: { maxBytes: 10_000, seconds: 1.5, silenceSeconds: 0.9 } };

  it('take off one gzip', async () => {
    const zipped = gzipSync('x'.repeat(9_000));
    const answer: Answer = (_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(zipped);
    expect(await fetched(answer)).toHaveLength(9_000);
  });

  it.each<[string, Answer]>([
    ['a length beyond', (_q, response) => response.writeHead(200, { 'content-length': 10_000_000_000 }).write('x')],
    [
      'an endless body',
      (_q, response) => {
        const more = (): void => {
          while (!response.destroyed && response.write('x'.repeat(1_000)));
        };
        response.on('drain', more);
        more();
      },
    ],
    [
      'a gzip bomb',
      (_q, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(5_000_000))),
    ],
    [
      'gzip members that hold nothing, without end',
      (_q, response) =>
        response
          .writeHead(200, { 'content-encoding': 'gzip' })
          .end(Buffer.concat(Array.from({ length: 1_000 }, () => gzipSync('')))),
    ],
    [
      'gzip a thousand times',
      (_q, response) => response.writeHead(200, { 'content-encoding': Array(1_000).fill('gzip').join(', ') }).end('x'),
    ],
    ['another encoding', (_q, response) => response.writeHead(200, { 'content-encoding': 'br' }).end('x')],
  ])('hold for %s', async (_what, answer) => expect(await reasonFor(fetched(answer))).toBe('422 limit'));

  it.each<[string, Answer, string]>([
    ['no answer', () => undefined, 'timeout'],
    ['silence in the middle', (_q, response) => response.writeHead(200, { 'content-length': 9 }).write('x'), 'timeout'],
    [
      'a byte now and then',
      (_q, response) => {
        const timer = setInterval(() => response.write('x'), 50);
        response.on('close', () => clearInterval(timer));
      },
      'timeout',
    ],
    [
      'a connection that breaks off',
      (_q, response) => {
        response.writeHead(200, { 'content-length': 9 }).write('x');
        setTimeout(() => response.destroy(), 50);
      },
      'network',
    ],
    [
      'gzip that is none',
      (_q, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('no gzip'),
      'network',
    ],
  ])('end %s', async (_what, answer, reason) => expect(await reasonFor(fetched(answer, quick))).toBe(reason));

  it('leave a reader his time', async () => {
    const { port } = await serve(own, (_q, response) => response.end('x'.repeat(9_000)));
    const patient = { maxBytes: 10_000, seconds: 10, silenceSeconds: 1 };
    const { body } = await clientFor(port).send(`https://127.0.0.1:${port}/`, { limits: patient });
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    expect(Buffer.concat(await body.toArray())).toHaveLength(9_000);
  });

  it('end an answer that nobody reads', async () => {
    const { port } = await serve(own, (_q, response) => response.writeHead(200).write('x'));
    const { body } = await clientFor(port).send(`https://127.0.0.1:${port}/`, quick);
    for (const end = Date.now() + 20_000; Date.now() < end && !body.destroyed;)
      await new Promise((resolve) => setTimeout(resolve, 20));
    expect(body.destroyed).toBe(true);
  });

  it('tell who reads late the same of a broken connection', async () => {
    const { port } = await serve(own, (_q, response) => {
      response.writeHead(200, { 'content-length': 9 }).write('x');
      setTimeout(() => response.destroy(), 20);
    });
    const { body } = await clientFor(port).send(`https://127.0.0.1:${port}/`, { limits });
    for (const end = Date.now() + 20_000; Date.now() < end && !body.destroyed;)
      await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await reasonFor(pipeline(body, new PassThrough()))).toBe('network');
  });

  it('end with the one who asked', async () => {
    const end = new AbortController();
    const asking = fetched(() => end.abort(new EgressUnavailableError('network', 'over')), { signal: end.signal });
    await expect(asking).rejects.toThrow('over');
  });
});

it('a request that is for one origin only is sent on within it, and to no other', async () => {
  const other = await serve(own, (_request, response) => response.end('other'));
  const first = await serve(own, (request, response) => {
    const location = request.url === '/away' ? `https://127.0.0.1:${other.port}/` : '/here';
    if (request.url === '/here') response.end('here');
    else response.writeHead(302, { location }).end();
  });
  const client = clientFor(first.port, other.port);
  const at = (path: string): string => `https://127.0.0.1:${first.port}${path}`;
  expect(await read(client, at('/near'), { sameOrigin: true })).toBe('here');
  expect(await reasonFor(read(client, at('/away'), { sameOrigin: true }))).toBe('422 redirect');
  expect(await read(client, at('/away'))).toBe('other');
  expect(other.asked).toHaveLength(1);
});

describe('servers that cannot prove who they are', () => {
  it.each([
    ['expired', certificate(['127.0.0.1'], new Date(Date.now() - 86_400_000)), true],
    ['another name', certificate(['other.example.org']), true],
    ['nobody trusts', certificate(['127.0.0.1']), false],
  ])('%s', async (_what, pair, trusted) => {
    const { port, asked } = await serve(pair, (_request, response) => response.end('x'));
    const opened = new Set([`127.0.0.1:${port}`]);
    const client = new EgressClient(opened, { ca: [trusted ? pair.cert : own.cert] });
    expect(await reasonFor(read(client, `https://127.0.0.1:${port}/`))).toBe('tls');
    expect(asked).toHaveLength(0);
  });
});
