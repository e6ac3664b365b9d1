/** Code hosts with a known address layout. Addresses of other hosts are recognized by their syntax (`repository.ts`). */

/**
 * Which segments of a path are the repository:
 * - `owner-name`: the first two segments;
 * - `groups`: two to four segments, up to the first that starts a deep link (GitLab);
 * - `path`: all segments up to the first that starts a deep link;
 * - `sourceforge`, `apache-git`, `subversion`: see `repository-layouts.ts`.
 */
export type RepositoryLayout = 'owner-name' | 'groups' | 'path' | 'sourceforge' | 'apache-git' | 'subversion';

export interface CodeHost {
  readonly layout: RepositoryLayout;
  /** The host of the canonical URL, where it differs. */
  readonly canonicalHost?: string;
  /** First segments that are pages of the host, not owners. */
  readonly reserved?: ReadonlySet<string>;
  /** Segments that start a deep link, where they are not the usual ones. */
  readonly deepLinks?: ReadonlySet<string>;
  /** Leading segments of web views and protocols; the first that matches is removed. */
  readonly mounts?: readonly string[];
}

const githubPages = new Set(
  (
    'about account advisories apps collections contact customer-stories dashboard downloads enterprise events explore ' +
    'features gist issues join login logout marketplace mobile new notifications organizations orgs pricing pulls ' +
    'readme search security sessions settings signup site solutions sponsors stars team topics trending users'
  ).split(' '),
);

const ownerName: CodeHost = { layout: 'owner-name' };
const groups: CodeHost = { layout: 'groups' };
const path: CodeHost = { layout: 'path' };
const github: CodeHost = { layout: 'owner-name', canonicalHost: 'github.com', reserved: githubPages };
/** Repositories may be named `src` or `log`: only the plus sign ends a path. */
const gitiles: CodeHost = { layout: 'path', deepLinks: new Set(['+', '+log', '+archive']) };
const savannah: CodeHost = { layout: 'path', mounts: ['cgit', 'gitweb', 'git', 'r/p', 'pub/scm'] };
const apacheGit: CodeHost = { layout: 'apache-git', canonicalHost: 'github.com' };

export const codeHosts: ReadonlyMap<string, CodeHost> = new Map<string, CodeHost>([
  ['github.com', github],
  ['raw.githubusercontent.com', github],
  ['raw.github.com', github],
  ['codeload.github.com', github],
  ['ssh.github.com', github],
  ['api.github.com', { ...github, mounts: ['repos'] }],
  ['bitbucket.org', { layout: 'owner-name', reserved: new Set(['product', 'account', 'blog', 'support']) }],
  ['codeberg.org', { layout: 'owner-name', reserved: new Set(['explore', 'user', 'api']) }],
  ['gitee.com', { layout: 'owner-name', reserved: new Set(['explore', 'help', 'api']) }],
  ['gitea.com', ownerName],
  ['notabug.org', ownerName],
  ['framagit.org', ownerName],
  ['git.sr.ht', ownerName],
  ['hg.sr.ht', ownerName],
  ['sr.ht', ownerName],
  ['opendev.org', { layout: 'owner-name', mounts: ['cgit'] }],
  ['gitlab.com', groups],
  ['salsa.debian.org', groups],
  ['invent.kde.org', groups],
  ['code.videolan.org', groups],
  ['git.openldap.org', groups],
  ['pagure.io', path],
  ['code.launchpad.net', path],
  ['git.launchpad.net', { layout: 'path', canonicalHost: 'code.launchpad.net' }],
  ['git.kernel.org', path],
  ['git.savannah.gnu.org', savannah],
  ['git.savannah.nongnu.org', savannah],
  ['git.sv.gnu.org', { ...savannah, canonicalHost: 'git.savannah.gnu.org' }],
  ['sourceware.org', path],
  ['git.zx2c4.com', path],
  ['git.videolan.org', path],
  ['git.gnupg.org', path],
  ['git.samba.org', path],
  ['git.tukaani.org', path],
  ['git.lysator.liu.se', path],
  ['git.code.sf.net', path],
  ['hg.mozilla.org', path],
  ['gitbox.apache.org', apacheGit],
  ['git-wip-us.apache.org', apacheGit],
  ['git.apache.org', apacheGit],
  ['dev.azure.com', path],
  ['svn.code.sf.net', { layout: 'sourceforge', canonicalHost: 'sourceforge.net' }],
  ['hg.code.sf.net', { layout: 'sourceforge', canonicalHost: 'sourceforge.net' }],
  ['sf.net', { layout: 'sourceforge', canonicalHost: 'sourceforge.net' }],
]);

/** Hosts recognized by the start or the end of their name. */
export function codeHostOf(host: string): CodeHost | undefined {
  const listed = codeHosts.get(host);
  if (listed) return listed;
  if (host.startsWith('gitlab.')) return groups;
  if (host.startsWith('svn.')) return { layout: 'subversion' };
  if (host.endsWith('.googlesource.com')) return host.includes('-review.') ? undefined : gitiles;
  if (host === 'sourceforge.net' || host.endsWith('.sourceforge.net'))
    return { layout: 'sourceforge', canonicalHost: 'sourceforge.net' };
  return undefined;
}

/** `github:owner/name` and the like: the shorthands of npm, pip, Nix and others, and the purl types that name a host. */
export const hostShorthands: ReadonlyMap<string, string> = new Map([
  ['github', 'github.com'],
  ['gitlab', 'gitlab.com'],
  ['bitbucket', 'bitbucket.org'],
  ['codeberg', 'codeberg.org'],
  ['gitee', 'gitee.com'],
]);
