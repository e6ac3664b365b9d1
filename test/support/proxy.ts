import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** What the way to a store is like: as it should be; nobody listens; or all is taken and nothing ever comes back. */
export type Way = 'open' | 'closed' | 'silent';

/** As the keepalive that our sessions ask for has the server's system do it (`data-source.ts`). */
const serverGivesUpMs = 60_000;

/** Stands between the service and a store, and spoils the way on demand. */
export class Proxy {
  private way: Way = 'open';
  private readonly pairs = new Set<readonly [Socket, Socket]>();

  private constructor(
    private readonly server: Server,
    private target: number,
  ) {
    server.on('connection', (socket) => this.take(socket));
  }

  static async before(target: number): Promise<Proxy> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new Proxy(server, target);
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** The same address with this proxy's port. */
  through(url: string): string {
    const changed = new URL(url);
    changed.port = String(this.port);
    return changed.href;
  }

  /** The store has come back elsewhere. */
  leadTo(target: number): void {
    this.target = target;
  }

  /**
   * `silent` ways stay so for the connections that are there: the client never hears of the store again, and the store
   * gives up after a while.
   */
  become(way: Way): void {
    this.way = way;
    if (way === 'open') return;
    for (const pair of this.pairs)
      for (const socket of pair)
        if (way === 'closed') socket.destroy();
        else socket.unpipe().pause();
    if (way !== 'silent') return;
    for (const [, store] of this.pairs)
      setTimeout(() => store.removeAllListeners('close').destroy(), serverGivesUpMs).unref();
    this.pairs.clear();
  }

  async close(): Promise<void> {
    this.become('closed');
    for (const socket of this.silenced) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private readonly silenced = new Set<Socket>();

  private take(socket: Socket): void {
    this.silenced.add(socket);
    socket.on('error', () => undefined).once('close', () => this.silenced.delete(socket));
    if (this.way === 'closed') return void socket.destroy();
    if (this.way === 'silent') return void socket.pause();
    const store = connect(this.target, '127.0.0.1');
    this.silenced.add(store);
    const pair = [socket, store] as const;
    this.pairs.add(pair);
    store.on('error', () => socket.destroy());
    for (const [one, other] of [pair, [store, socket] as const])
      one.once('close', () => {
        other.destroy();
        this.pairs.delete(pair);
        this.silenced.delete(store);
      });
    socket.pipe(store).pipe(socket);
  }
}
