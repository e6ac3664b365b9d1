import { lstat, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { OutsideClient } from '../../../platform/outside/outside-client.js';
import { baseName } from '../../manifests/paths.js';
import { withinSize } from '../programs/folder-size.js';
import type { Fetched, FetchOrder, SourceFetcher } from '../source-fetcher.js';
import type { TreeOrder } from '../source-order.js';
import { svnFailure } from './svn-failure.js';
import { outputOfSvn, prepareConfiguration, type SvnCall } from './svn-program.js';
import { svnRoute, type SvnRoute } from './svn-route.js';

/** One revision of a folder, or of a file, of a Subversion repository: exported, without externals. */
export class SvnFetcher implements SourceFetcher {
  constructor(private readonly outside: OutsideClient) {}

  async fetch(order: FetchOrder): Promise<Fetched> {
    const home = join(order.folder, 'svn');
    await mkdir(home, { mode: 0o700 });
    await prepareConfiguration(home);
    const route = await svnRoute(order, this.outside);
    try {
      return await this.fetchBy(route, order, home);
    } catch (error) {
      order.signal.throwIfAborted();
      throw route.fault ?? error;
    } finally {
      await route.close();
    }
  }

  private async fetchBy(route: SvnRoute, order: FetchOrder, home: string): Promise<Fetched> {
    const call: SvnCall = { home, login: route.login };
    // What follows the last @ is the revision to look at the address in; an address may hold one itself.
    const last = await outputOfSvn(
      call,
      ['info', '--show-item=last-changed-revision', '--', `${route.address}@`],
      order.signal,
    );
    const number = /^\s*(\d{1,18})\s*$/.exec(last)?.[1];
    if (number === undefined) throw svnFailure(last);
    const revision = `r${number}`;
    if (revision === order.known) return { revision, tree: null };
    const exported = [
      ...['export', '--quiet', '--ignore-externals', '--ignore-keywords', '--native-eol=LF', `--revision=${number}`],
      ...['--', `${route.address}@`, 'tree'],
    ];
    await withinSize(home, order, (signal) => outputOfSvn(call, exported, signal));
    return { revision, tree: await treeAt(join(home, 'tree'), route.address) };
  }
}

async function treeAt(path: string, address: string): Promise<TreeOrder> {
  const isFolder = (await lstat(path)).isDirectory();
  return isFolder ? { kind: 'folder', path } : { kind: 'file', path, name: baseName(address) };
}
