import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CallerError } from '../../../model/errors.js';
import type { EgressClient } from '../../../platform/egress/egress-client.js';
import type { FetchRequest } from '../source-fetcher.js';
import type { GitCall } from './git-program.js';
import { publishedHostKeys } from './ssh-hosts.js';

/** Guarded connection of git to a repository. Credentials are never passed as argument or environment variable. */
export interface GitTransport {
  readonly call: Pick<GitCall, 'protocol' | 'settings' | 'environment' | 'secret'>;
  /** Refusal by the egress guard, if any. */
  readonly refusal: CallerError | null;
  close(): Promise<void>;
}

/** A tunnel to that host only: git resolves no names, and redirects cannot leave the host. */
export async function httpsTransport(request: FetchRequest, home: string, egress: EgressClient): Promise<GitTransport> {
  const url = new URL(request.project.source);
  const settings = ['http.lowSpeedLimit=1', 'http.lowSpeedTime=30', 'http.sslVerify=true', 'http.emptyAuth=false'];
  const secret = credentialInput(request);
  if (secret !== null) settings.push(`credential.${url.origin}.helper=${credentialHelper}`);
  if (egress.certificates) {
    const file = join(home, 'authorities.pem');
    await writeFile(file, egress.certificates.join('\n'), { mode: 0o600 });
    settings.push(`http.sslCAInfo=${file}`);
  }
  const tunnel = await egress.tunnel(url.hostname, Number(url.port) || 443);
  settings.push(`http.proxy=${tunnel.address}`, 'http.proxyAuthMethod=basic');
  return {
    call: { protocol: 'https', settings, ...(secret !== null && { secret }) },
    get refusal() {
      return tunnel.refusal;
    },
    close: () => tunnel.close(),
  };
}

/** Credential helper (gitcredentials) that prints the secret from file descriptor 3. */
const credentialHelper = '!f() { test "$1" = get && cat <&3; }; f';

/** Input format of git-credential. */
function credentialInput({ project: { username }, secrets: { password } }: FetchRequest): string | null {
  if (username === '' && password === null) return null;
  if (/[\n\0]/.test(`${username}${password}`))
    throw new CallerError(422, 'Invalid credentials: user name and password must not contain line breaks', {
      reason: 'credentials',
    });
  return `username=${username === '' ? 'git' : username}\npassword=${password ?? ''}\n`;
}

/** Connection to a checked address with the deploy key only; the host key must be known. */
export async function sshTransport(
  { project, secrets }: FetchRequest,
  home: string,
  { egress, knownHostsFile }: { egress: EgressClient; knownHostsFile: string },
): Promise<GitTransport> {
  if (secrets.deploy_key === null)
    throw new CallerError(422, 'The project has no deploy key; SSH requires one', { reason: 'credentials' });
  const { host, port } = sshTarget(project.source);
  const address = await egress.resolveAddress(host, port);
  const file = (name: string): string => join(home, name);
  const pinned = knownHostsFile === '' ? '' : await readFile(knownHostsFile, 'utf8');
  await writeFile(file('known_hosts'), `${publishedHostKeys}${pinned}\n`, { mode: 0o600 });
  await writeFile(file('key'), `${secrets.deploy_key.replaceAll('\r', '').trimEnd()}\n`, { mode: 0o600, flag: 'wx' });
  const alias = port === 22 ? host : `[${host}]:${port}`;
  const user = project.username === '' ? 'git' : project.username;
  if (!/^[\w.][\w.-]*$/.test(user))
    throw new CallerError(422, 'Invalid SSH user name: only letters, digits, "_", "-" and "." are allowed', {
      reason: 'credentials',
    });
  await writeFile(file('ssh_config'), sshConfig({ address, alias, user, home }), { mode: 0o600 });
  return {
    call: {
      protocol: 'ssh',
      environment: { GIT_SSH_COMMAND: `ssh -F ${shellQuoted(file('ssh_config'))}`, GIT_SSH_VARIANT: 'ssh' },
    },
    refusal: null,
    close: () => Promise.resolve(),
  };
}

/** Host and port of `ssh://user@host:port/path` and `user@host:path`. */
export function sshTarget(source: string): { host: string; port: number } {
  if (!source.includes('://')) return { host: /@([^:]+):/.exec(source)![1]!, port: 22 };
  const { hostname, port } = new URL(source);
  return { host: hostname, port: Number(port) || 22 };
}

function sshConfig(target: { address: string; alias: string; user: string; home: string }): string {
  const options = [
    `HostName ${target.address}`,
    `HostKeyAlias ${target.alias}`,
    `User ${target.user}`,
    `IdentityFile "${join(target.home, 'key')}"`,
    'IdentitiesOnly yes',
    'IdentityAgent none',
    `UserKnownHostsFile "${join(target.home, 'known_hosts')}"`,
    'GlobalKnownHostsFile /dev/null',
    'StrictHostKeyChecking yes',
    'UpdateHostKeys no',
    'VerifyHostKeyDNS no',
    'BatchMode yes',
    'PreferredAuthentications publickey',
    'ConnectTimeout 20',
    'ServerAliveInterval 15',
    'ServerAliveCountMax 2',
    'ControlMaster no',
    'ControlPath none',
    'ProxyCommand none',
    'ProxyJump none',
    'PermitLocalCommand no',
    'ForwardAgent no',
    'ForwardX11 no',
    'ClearAllForwardings yes',
    'CanonicalizeHostname no',
    'RequestTTY no',
    'LogLevel ERROR',
    'EscapeChar none',
  ];
  return `Host *\n${options.map((option) => `  ${option}\n`).join('')}`;
}

/** Quotes a path for the shell that git runs the command with. */
const shellQuoted = (path: string): string => `'${path.replaceAll("'", `'\\''`)}'`;
