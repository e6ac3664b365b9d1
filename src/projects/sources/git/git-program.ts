import type { ChildProcess } from 'node:child_process';
import { devNull } from 'node:os';
import { outputOf, startProgram, type ProgramCall } from '../programs/program.js';
import { gitFailure } from './git-failure.js';

/**
 * Settings of every git call, so that nothing in the repository or the configuration of the machine is executed.
 * Without work tree there are no filters, links and submodules either.
 */
const fixedSettings = [
  'core.hooksPath=',
  'core.fsmonitor=false',
  'core.askPass=',
  'credential.helper=',
  'gc.auto=0',
  'maintenance.auto=false',
  'protocol.version=2',
  'submodule.recurse=false',
  'fetch.recurseSubmodules=false',
  'fetch.unpackLimit=1',
  'fetch.writeCommitGraph=false',
  'pack.threads=1',
  'safe.bareRepository=explicit',
].map((setting) => (setting === 'core.hooksPath=' ? `${setting}${devNull}` : setting));

/** An environment without that of this process, its secrets and the user's configuration. */
function gitEnvironment(home: string, protocol: 'https' | 'ssh' | 'none'): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH ?? '',
    HOME: home,
    XDG_CONFIG_HOME: home,
    LC_ALL: 'C',
    TZ: 'UTC',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: devNull,
    GIT_ATTR_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_ALLOW_PROTOCOL: protocol,
    GIT_PROTOCOL_FROM_USER: '0',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_OPTIONAL_LOCKS: '0',
  };
}

export interface GitCall {
  /** Private folder with files of this call only. */
  readonly home: string;
  readonly gitDir?: string;
  readonly protocol?: 'https' | 'ssh';
  readonly settings?: readonly string[];
  readonly environment?: NodeJS.ProcessEnv;
  readonly input?: boolean;
  /** See `ProgramCall`. */
  readonly secret?: string;
}

export const startGit = (call: GitCall, args: readonly string[]): ChildProcess => startProgram(programCall(call, args));

/** Standard output of git. @throws as `outputOf` and `gitFailure` */
export const outputOfGit = (call: GitCall, args: readonly string[], signal: AbortSignal): Promise<string> =>
  outputOf(programCall(call, args), signal, gitFailure);

function programCall(call: GitCall, args: readonly string[]): ProgramCall {
  const settings = [...fixedSettings, ...(call.settings ?? [])].flatMap((setting) => ['-c', setting]);
  const gitDirOption = call.gitDir === undefined ? [] : [`--git-dir=${call.gitDir}`];
  return {
    program: 'git',
    args: [...settings, ...gitDirOption, ...args],
    folder: call.home,
    environment: { ...gitEnvironment(call.home, call.protocol ?? 'none'), ...call.environment },
    ...(call.input && { input: 'open' }),
    ...(call.secret !== undefined && { secret: call.secret }),
  };
}
