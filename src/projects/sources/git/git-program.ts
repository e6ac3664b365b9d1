import { spawn, type ChildProcess } from 'node:child_process';
import { devNull } from 'node:os';

/**
 * What every call of git is told: nothing that a repository or this machine's configuration says is ever run. There is
 * no work tree, so there are no filters, links and submodules either.
 */
const alwaysTold = [
  ...['core.hooksPath=', 'core.fsmonitor=false', 'core.askPass=', 'credential.helper=', 'gc.auto=0'],
  ...['maintenance.auto=false', 'protocol.version=2', 'submodule.recurse=false', 'fetch.recurseSubmodules=false'],
  ...['fetch.unpackLimit=1', 'fetch.writeCommitGraph=false', 'pack.threads=1', 'safe.bareRepository=explicit'],
].map((setting) => (setting === 'core.hooksPath=' ? `${setting}${devNull}` : setting));

/** An environment without this process's own, its secrets and its user's configuration. */
export function gitEnvironment(home: string, protocol: 'https' | 'ssh' | 'none'): NodeJS.ProcessEnv {
  return {
    ...{ PATH: process.env.PATH ?? '', HOME: home, XDG_CONFIG_HOME: home, LC_ALL: 'C', TZ: 'UTC' },
    ...{ GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: devNull, GIT_ATTR_NOSYSTEM: '1', GIT_TERMINAL_PROMPT: '0' },
    ...{
      GIT_ALLOW_PROTOCOL: protocol,
      GIT_PROTOCOL_FROM_USER: '0',
      GIT_NO_REPLACE_OBJECTS: '1',
      GIT_OPTIONAL_LOCKS: '0',
    },
  };
}

export interface GitCall {
  /** Private, empty but for what we put there. */
  readonly home: string;
  readonly gitDir?: string;
  readonly protocol?: 'https' | 'ssh';
  readonly settings?: readonly string[];
  readonly environment?: NodeJS.ProcessEnv;
  readonly input?: boolean;
}

/** Starts git in a process group of its own, so that its helpers end with it. */
export function startGit(call: GitCall, args: readonly string[]): ChildProcess {
  const settings = [...alwaysTold, ...(call.settings ?? [])].flatMap((setting) => ['-c', setting]);
  const place = call.gitDir === undefined ? [] : [`--git-dir=${call.gitDir}`];
  return spawn('git', [...settings, ...place, ...args], {
    cwd: call.home,
    env: { ...gitEnvironment(call.home, call.protocol ?? 'none'), ...call.environment },
    stdio: [call.input ? 'pipe' : 'ignore', 'pipe', 'pipe'],
    detached: true,
  });
}

/** Ends git and all that it has started. */
export function endGit(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    child.kill('SIGKILL');
  }
}
