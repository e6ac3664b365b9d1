import { join } from 'node:path';
import type { Configuration } from '../../../platform/configuration/configuration.js';
import type { EgressClient } from '../../../platform/egress/egress-client.js';
import { withSizeLimit } from '../programs/folder-size.js';
import type { FetchRequest } from '../source-fetcher.js';
import { outputOfGit, type GitCall } from './git-program.js';
import { httpsTransport, sshTransport, type GitTransport } from './git-transport.js';

/** Guarded connections of git to repositories. */
export class GitConnections {
  constructor(
    private readonly egress: EgressClient,
    private readonly configuration: Configuration,
  ) {}

  /** @param home private folder of this connection */
  async run<Result>(request: FetchRequest, home: string, work: (call: GitCall) => Promise<Result>): Promise<Result> {
    const transport = await this.open(request, home);
    try {
      return await work({ home, ...transport.call });
    } catch (error) {
      request.signal.throwIfAborted();
      throw transport.refusal ?? error;
    } finally {
      await transport.close();
    }
  }

  private open(request: FetchRequest, home: string): Promise<GitTransport> {
    if (request.project.source.startsWith('https:')) return httpsTransport(request, home, this.egress);
    return sshTransport(request, home, { egress: this.egress, knownHostsFile: this.configuration.sshKnownHostsFile });
  }
}

/** Fetches a ref or commit without history, as the ref `to`. All that the repository on disk holds counts for the limit. */
export async function fetchRef(
  call: GitCall & { readonly gitDir: string },
  { ref, to }: { readonly ref: string; readonly to: string },
  request: FetchRequest,
): Promise<void> {
  const options = ['--quiet', '--depth=1', '--no-tags', '--no-recurse-submodules', '--no-write-fetch-head'];
  const args = ['fetch', ...options, '--no-auto-maintenance', '--', request.project.source, `+${ref}:${to}`];
  const packs = join(call.gitDir, 'objects', 'pack');
  await withSizeLimit(packs, request, (signal) => outputOfGit(call, args, signal));
}
