import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { outputOf } from '../programs/program.js';
import { svnFailure } from './svn-failure.js';

export interface SvnLogin {
  readonly username: string;
  readonly password: string;
}

export interface SvnCall {
  /** Private; see `prepareConfiguration`. */
  readonly home: string;
  readonly login: SvnLogin | null;
}

/** Disables tunnels: svn+ssh gets a program that fails. Nothing is stored. */
const config = `[auth]
password-stores =
store-passwords = no
store-auth-creds = no
[tunnels]
ssh = false
`;
/** Whole contents in one response, uncompressed on the loopback. */
const servers = `[global]
http-compression = no
http-bulk-updates = yes
http-timeout = 60
http-auth-types = basic
`;

const configurationOf = (home: string): string => join(home, 'configuration');

/** Writes a configuration of svn, so that the user's configuration is not used. */
export async function prepareConfiguration(home: string): Promise<void> {
  const folder = configurationOf(home);
  await mkdir(folder, { mode: 0o700 });
  await writeFile(join(folder, 'config'), config, { mode: 0o600 });
  await writeFile(join(folder, 'servers'), servers, { mode: 0o600 });
}

/** Standard output of svn. @throws as `outputOf` and `svnFailure` */
export function outputOfSvn(
  { home, login }: SvnCall,
  [command, ...args]: readonly string[],
  signal: AbortSignal,
): Promise<string> {
  const always = ['--non-interactive', '--no-auth-cache', `--config-dir=${configurationOf(home)}`];
  const as = login === null ? [] : [`--username=${login.username}`, '--password-from-stdin'];
  return outputOf(
    {
      program: 'svn',
      args: [command!, ...always, ...as, ...args],
      folder: home,
      environment: { PATH: process.env.PATH ?? '', HOME: home, LC_ALL: 'C.UTF-8', TZ: 'UTC', SVN_SSH: 'false' },
      ...(login !== null && { input: { text: `${login.password}\n` } }),
    },
    signal,
    svnFailure,
  );
}
