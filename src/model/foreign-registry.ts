const maven = [
  ...['repo.maven.apache.org', 'repo1.maven.org', 'repo.maven.org', 'repo2.maven.org', 'uk.maven.org'],
  ...['central.sonatype.com', 'search.maven.org', 'oss.sonatype.org', 'repository.apache.org'],
  ...['maven-central.storage.googleapis.com', 'maven.google.com', 'dl.google.com', 'plugins.gradle.org'],
  ...['jcenter.bintray.com', 'maven.aliyun.com'],
];

/** Hosts that mirror the public registries of many types. */
const mirrorHosts = [
  ...['mirrors.aliyun.com', 'mirrors.cloud.tencent.com', 'repo.huaweicloud.com', 'mirrors.huaweicloud.com'],
  ...['mirrors.tuna.tsinghua.edu.cn', 'pypi.tuna.tsinghua.edu.cn', 'mirrors.ustc.edu.cn', 'mirrors.bfsu.edu.cn'],
  ...['mirror.sjtu.edu.cn', 'mirrors.sjtug.sjtu.edu.cn', 'mirrors.163.com', 'mirror.yandex.ru', 'mirrors.kernel.org'],
];

/** Hosts below those of public registries, where other packages have the same names. */
const otherRegistries: ReadonlySet<string> = new Set([
  'test.pypi.org',
  'testpypi.python.org',
  'rubygems.pkg.github.com',
]);

/** Repositories on a code host that are the index of a public registry, by purl type. */
const publicIndexes: ReadonlyMap<string, string> = new Map([
  ['cargo', 'github.com/rust-lang/crates.io-index'],
  ['cocoapods', 'github.com/cocoapods/specs'],
  ['conan', 'github.com/conan-io/conan-center-index'],
  ['vcpkg', 'github.com/microsoft/vcpkg'],
]);

/** Hosts of the public registries by purl type, with the hosts below them. */
const publicHosts: ReadonlyMap<string, readonly string[]> = new Map([
  ['alpm', ['archlinux.org']],
  ['apk', ['alpinelinux.org', 'wolfi.dev', 'cgr.dev', 'bell-sw.com']],
  ['bitnami', ['bitnami.com']],
  ['cargo', ['crates.io', 'rsproxy.cn']],
  ['cocoapods', ['cocoapods.org']],
  // Drupal's advisories are on the packages of its own repository.
  ['composer', ['packagist.org', 'packagist.phpcomposer.com', 'packages.drupal.org']],
  ['conan', ['conan.io']],
  ['conda', ['anaconda.org', 'anaconda.com']],
  ['cpan', ['cpan.org', 'metacpan.org']],
  ['cran', ['r-project.org', 'cran.rstudio.com', 'packagemanager.posit.co']],
  ['deb', ['debian.org', 'ubuntu.com']],
  ['docker', ['docker.io', 'docker.com', 'mirror.gcr.io']],
  ['gem', ['rubygems.org', 'gems.ruby-china.com']],
  ['golang', ['proxy.golang.org', 'sum.golang.org', 'pkg.go.dev', 'goproxy.io', 'goproxy.cn']],
  ['hackage', ['hackage.haskell.org']],
  ['hex', ['hex.pm']],
  ['huggingface', ['huggingface.co']],
  ['julia', ['julialang.org']],
  ['luarocks', ['luarocks.org']],
  ['maven', maven],
  ['npm', ['npmjs.org', 'npmjs.com', 'registry.yarnpkg.com', 'npmmirror.com', 'registry.npm.taobao.org']],
  ['nuget', ['nuget.org']],
  ['opam', ['opam.ocaml.org']],
  ['pub', ['pub.dev', 'pub.dartlang.org', 'pub.flutter-io.cn']],
  [
    'pypi',
    [
      ...['pypi.org', 'pypi.python.org', 'pythonhosted.org', 'pypi.doubanio.com'],
      // Builds of packages of PyPI by those who publish them there, or of all of them for a processor.
      ...['download.pytorch.org', 'pypi.nvidia.com', 'piwheels.org'],
    ],
  ],
  ['vcpkg', ['vcpkg.io']],
  ['vscode-extension', ['marketplace.visualstudio.com']],
  [
    'rpm',
    [
      'fedoraproject.org',
      'centos.org',
      'almalinux.org',
      'rockylinux.org',
      'opensuse.org',
      'suse.com',
      'redhat.com',
      'yum.oracle.com',
      'mageia.org',
      'openeuler.org',
    ],
  ],
]);

/** Stands for the registry of an organization's own packages, whose address is not known (RFC 2606: no such host). */
export const ownRegistry = 'https://own.invalid';

/** Vendors of Composer under which other registries mirror what WordPress, npm and Bower have; Packagist has none of them. */
const mirrors: ReadonlyMap<string, string> = new Map([
  ['bower-asset', 'asset-packagist.org'],
  ['npm-asset', 'asset-packagist.org'],
  ['wpackagist-plugin', 'wpackagist.org'],
  ['wpackagist-theme', 'wpackagist.org'],
]);

/** The registry that a package is of by its vendor's name, whose packages no advisories name; null where it is of none. */
export const mirrorOf = ({ type, namespace }: { readonly type: string; readonly namespace: string | null }) =>
  (type === 'composer' ? mirrors.get(namespace ?? '') : undefined) ?? null;

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
  const hosts = publicHosts.get(type);
  if (hosts === undefined || otherRegistries.has(host)) return address;
  const isPublic = [...hosts, ...mirrorHosts].some((known) => host === known || host.endsWith(`.${known}`));
  return isPublic || isPublicIndex(type, address) ? null : address;
}

const isPublicIndex = (type: string, address: string): boolean =>
  address
    .toLowerCase()
    .replace(/^(?:git\+)?https:\/\//, '')
    .replace(/(?:\.git)?\/?$/, '') === publicIndexes.get(type);

/** `repository_url` has a scheme or not (purl-spec, "Known qualifiers"). */
const hostOf = (address: string): string =>
  (/^(?:[a-z][a-z0-9+.-]*:)?(?:\/\/)?(?:[^/@]*@)?([^/:?#]*)/i.exec(address)?.[1] ?? '').toLowerCase();
