import { lstat, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { CallerError } from '../../../model/errors.js';
import type { EgressClient } from '../../../platform/egress/egress-client.js';
import { baseName } from '../../../manifests/paths.js';
import { startDeadline } from '../../../platform/process/deadline.js';
import { withSizeLimit } from '../programs/folder-size.js';
import type { FetchedSource, FetchRequest, SourceFetcher } from '../source-fetcher.js';
import type { PathTexts, SourceLocation } from '../source-location.js';
import { externalsOf } from './svn-externals.js';
import { svnFailure } from './svn-failure.js';
import { outputOfSvn, prepareConfiguration, type SvnCall } from './svn-program.js';
import { svnTransport, type SvnTransport } from './svn-transport.js';

/** Exports one revision of a folder or file of a Subversion repository. Externals are not followed: they are gaps. */
export class SvnFetcher implements SourceFetcher {
  constructor(private readonly egress: EgressClient) {}

  async fetch(request: FetchRequest): Promise<FetchedSource> {
    const home = join(request.folder, 'svn');
    await mkdir(home, { mode: 0o700 });
    await prepareConfiguration(home);
    const transport = await svnTransport(request, this.egress);
    try {
      return await this.fetchOver(transport, request, home);
    } catch (error) {
      request.signal.throwIfAborted();
      throw transport.fault ?? error;
    } finally {
      await transport.close();
    }
  }

  private async fetchOver(transport: SvnTransport, request: FetchRequest, home: string): Promise<FetchedSource> {
    const call: SvnCall = { home, login: transport.login };
    // The last @ begins the peg revision; the address may contain an @ itself.
    const last = await outputOfSvn(
      call,
      ['info', '--show-item=last-changed-revision', '--', `${transport.address}@`],
      request.signal,
    );
    const number = /^\s*(\d{1,18})\s*$/.exec(last)?.[1];
    if (number === undefined) throw svnFailure(last);
    const revision = `r${number}`;
    if (revision === request.knownRevision) return { revision, tree: null };
    const exported = [
      'export',
      '--quiet',
      '--ignore-externals',
      '--ignore-keywords',
      '--native-eol=LF',
      `--revision=${number}`,
      '--',
      `${transport.address}@`,
      'tree',
    ];
    await withSizeLimit(home, request, (signal) => outputOfSvn(call, exported, signal));
    const tree = await locationOf(join(home, 'tree'), transport.address);
    if (tree.kind !== 'folder') return { revision, tree };
    const notFetched = await externalsAt(call, { address: transport.address, number, signal: request.signal });
    return { revision, tree: { ...tree, notFetched } };
  }
}

const maxSecondsForExternals = 120;

/** Where it cannot be found out, the whole may have some: a server answers for each folder by itself. */
async function externalsAt(
  call: SvnCall,
  { address, number, signal }: { address: string; number: string; signal: AbortSignal },
): Promise<PathTexts> {
  const args = ['propget', '--recursive', '--xml', `--revision=${number}`, '--', 'svn:externals', `${address}@`];
  const deadline = startDeadline(maxSecondsForExternals * 1000, signal);
  try {
    return await externalsOf(await outputOfSvn(call, args, deadline.signal), address);
  } catch {
    signal.throwIfAborted();
    return [['', 'Whether its folders have externals of Subversion (svn:externals) could not be found out']];
  } finally {
    deadline.clear();
  }
}

/** A link (`svn:special`) could lead to any file of this machine. */
async function locationOf(path: string, address: string): Promise<SourceLocation> {
  const found = await lstat(path);
  if (found.isDirectory()) return { kind: 'folder', path };
  if (found.isFile()) return { kind: 'file', path, name: baseName(address) };
  throw new CallerError(422, 'The source is a link; name the file or the folder that it leads to');
}
