const maven = [
  'repo.maven.apache.org',
  'repo1.maven.org',
  'repo.maven.org',
  'central.sonatype.com',
  'maven.google.com',
  'plugins.gradle.org',
];

/** Hosts of the public registries by purl type, with the hosts below them. */
const publicHosts: ReadonlyMap<string, readonly string[]> = new Map([
  ['alpm', ['archlinux.org']],
  ['apk', ['alpinelinux.org', 'wolfi.dev']],
  ['bitnami', ['bitnami.com']],
  ['cargo', ['crates.io']],
  ['cocoapods', ['cocoapods.org']],
  ['composer', ['packagist.org']],
  ['conan', ['conan.io']],
  ['conda', ['anaconda.org', 'anaconda.com']],
  ['cpan', ['cpan.org', 'metacpan.org']],
  ['cran', ['r-project.org']],
  ['deb', ['debian.org', 'ubuntu.com']],
  ['docker', ['docker.io', 'docker.com']],
  ['gem', ['rubygems.org']],
  ['golang', ['proxy.golang.org', 'pkg.go.dev']],
  ['hackage', ['hackage.haskell.org']],
  ['hex', ['hex.pm']],
  ['huggingface', ['huggingface.co']],
  ['luarocks', ['luarocks.org']],
  ['maven', maven],
  ['npm', ['registry.npmjs.org', 'npmjs.org', 'npmjs.com', 'registry.yarnpkg.com']],
  ['nuget', ['nuget.org']],
  ['pub', ['pub.dev', 'pub.dartlang.org']],
  ['pypi', ['pypi.org', 'pypi.python.org', 'pythonhosted.org']],
  ['rpm', ['fedoraproject.org', 'centos.org', 'almalinux.org', 'rockylinux.org', 'opensuse.org', 'redhat.com']],
]);

/** Stands for the registry of an organization's own packages, whose address is not known (RFC 2606: no such host). */
export const ownRegistry = 'https://own.invalid';

/** What of a purl tells its registry. */
interface RegistryOfPurl {
  readonly type: string;
  readonly qualifiers: Readonly<Record<string, string>>;
}

/**
 * The registry that a purl names with `repository_url`; null where it names none, or the public one of its type. A
 * package of another registry is not the public package of the same name.
 */
export function foreignRegistry({ type, qualifiers }: RegistryOfPurl): string | null {
  const address = qualifiers['repository_url'];
  if (address === undefined) return null;
  const host = hostOf(address);
  const isPublic = publicHosts.get(type)?.some((known) => host === known || host.endsWith(`.${known}`)) ?? false;
  return isPublic ? null : address;
}

/** `repository_url` has a scheme or not (purl-spec, "Known qualifiers"). */
const hostOf = (address: string): string =>
  (/^(?:[a-z][a-z0-9+.-]*:)?(?:\/\/)?(?:[^/@]*@)?([^/:?#]*)/i.exec(address)?.[1] ?? '').toLowerCase();
