import { enclosingModules } from './go-paths.js';
import { type Purl, qualifiedName, splitPath } from './purl.js';

/** Types of package URL whose packages a distribution of Linux builds. */
export const distributionTypes: ReadonlySet<string> = new Set(['deb', 'rpm', 'apk', 'alpm']);

/** Namespaces of RPM distributions in scanners' purls, with the name in the OSV database. */
const distributionAliases: ReadonlyMap<string, string> = new Map([
  ['alma', 'almalinux'],
  ...['azurelinux', 'cbl-mariner', 'mariner'].map((name) => [name, 'azure-linux'] as const),
  ...['leap', 'leap-micro', 'microos', 'tumbleweed'].map((name) => [`opensuse-${name}`, 'opensuse'] as const),
  ...['leap', 'leap.micro', 'microos', 'tumbleweed'].map((name) => [`opensuse.${name}`, 'opensuse'] as const),
  ['rhel', 'redhat'],
  ['rocky', 'rocky-linux'],
  ...['sle-micro', 'sl-micro', 'slem', 'sle_hpc', 'sled', 'sles', 'sles_sap'].map((name) => [name, 'suse'] as const),
]);

/** The namespace under which sources of advisories know the packages: a distribution's name where it has several. */
export const advisoryNamespace = ({ type, namespace }: Pick<Purl, 'type' | 'namespace'>): string | null =>
  (type === 'rpm' ? distributionAliases.get(namespace ?? '') : undefined) ?? namespace;

/**
 * The package under the name that sources of advisories have for it: the standard library of Go has two, and an action
 * is known by its repository, though tools name the folder in it, too (`pkg:githubactions/github/codeql-action/init`), as
 * a package of Swift, whose own name Syft adds (`pkg:swift/github.com/apple/swift-nio.git/swift-nio`).
 */
export function advisedPackage(declared: Purl): Purl {
  if (declared.type === 'githubactions') return repositoryOfAction(declared);
  if (declared.type === 'swift') return repositoryOfSwift(declared);
  const isStandardLibrary = declared.type === 'golang' && declared.namespace === null && declared.name === 'std';
  const name = isStandardLibrary ? 'stdlib' : declared.name;
  return { ...declared, namespace: advisoryNamespace(declared), name };
}

function repositoryOfAction(declared: Purl): Purl {
  const [owner, name] = [...(declared.namespace ?? '').split('/'), declared.name].map((part) => part.toLowerCase());
  return owner && name ? { ...declared, type: 'github', namespace: owner, name } : declared;
}

function repositoryOfSwift(declared: Purl): Purl {
  const segments = qualifiedName(declared).split('/');
  const end = segments.findIndex((segment) => segment.endsWith('.git')) + 1;
  if (end === 0) return declared;
  const [namespace, name] = splitPath(
    segments
      .slice(0, end)
      .join('/')
      .replace(/\.git$/, ''),
  );
  return name === '' ? declared : { ...declared, namespace, name };
}

/** A source package as scanners declare it in the qualifier `upstream`. */
export interface DeclaredSource {
  readonly name: string;
  /** Null: that of the binary package. Empty: not known. */
  readonly version: string | null;
  /** False: the version has no epoch, whether the package has one or not. */
  readonly hasEpoch: boolean;
}

/** The source packages in `upstream`: `curl`, `curl@7.88.1-10` or `openssl-3.0.7-6.el9.src.rpm`, separated by commas. */
export const declaredSources = ({ qualifiers: { upstream } }: Pick<Purl, 'qualifiers'>): DeclaredSource[] =>
  (upstream ?? '').split(',').flatMap((text) => {
    const source = parseSource(text.trim());
    return source.name === '' ? [] : [source, ...signedKernel(source.name)];
  });

/** Sources of Debian and Ubuntu that only sign the kernel of another, whose name and versions advisories have. */
const signing = /^linux-signed(-.+?)??(?:-(?:amd64|arm64|armhf|i386|riscv64))?$/;

/** The binary package has the version of the kernel, its source in Debian not. */
function signedKernel(source: string): DeclaredSource[] {
  const [whole, flavour = ''] = signing.exec(source) ?? [];
  return whole === undefined ? [] : [{ name: `linux${flavour}`, version: null, hasEpoch: true }];
}

function parseSource(text: string): DeclaredSource {
  const [, name, version] = /^(.+)-([^-]+-[^-]+)\.(?:no)?src\.rpm$/.exec(text) ?? [];
  if (name !== undefined) return { name, version: version!, hasEpoch: false };
  const at = text.indexOf('@');
  return at < 0
    ? { name: text, version: null, hasEpoch: true }
    : { name: text.slice(0, at), version: text.slice(at + 1), hasEpoch: true };
}

/** The modules of Go that may hold the package, by their paths. */
export function modulesAround(purl: Purl): string[] {
  return purl.type === 'golang' ? enclosingModules(qualifiedName(purl)) : [];
}

export function goModule(path: string): Pick<Purl, 'namespace' | 'name'> {
  const [namespace, name] = splitPath(path);
  return { namespace: namespace || null, name };
}

/** The package as advisories name it, its source packages, and the modules that may hold it. */
export function advisoryPackages(declared: Purl): Purl[] {
  const purl = advisedPackage(declared);
  return [
    purl,
    ...declaredSources(purl).map(({ name }) => ({ ...purl, name })),
    ...modulesAround(purl).map((path) => ({ ...purl, ...goModule(path) })),
  ];
}
