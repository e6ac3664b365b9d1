import { hostShorthands } from './code-hosts.js';
import { advisoryNamespace } from './distribution-names.js';
import { buildPurl, type Purl, PurlError, purlOrNull, splitPath } from './purl.js';
import { repositoryOrNull } from './repository.js';

/** A purl type, with the namespace where the ecosystem is one distribution. */
interface EcosystemMapping {
  readonly type: string;
  readonly namespace?: string;
  /** Namespace and name of a package, where the name in records does not separate them with slashes. */
  readonly split?: (name: string) => readonly [namespace: string, name: string];
}

const distribution = (type: string, ...namespaces: string[]): [string, EcosystemMapping][] =>
  namespaces.map((namespace) => [namespace.replaceAll('-', ' '), { type, namespace }]);

/** An action may be a folder of its repository, which is a subpath of the purl. */
const actions: EcosystemMapping = {
  type: 'github',
  split: (name) => [name.split('/')[0]!, name.split('/')[1] ?? ''],
};

/** OSV ecosystems (ossf.github.io/osv-schema, "Defined ecosystems"), in lower case and without what follows the colon. */
const ecosystemMappings: ReadonlyMap<string, EcosystemMapping> = new Map<string, EcosystemMapping>([
  ...distribution('apk', 'alpaquita', 'alpine', 'bellsoft-hardened-containers', 'chainguard', 'minimos', 'wolfi'),
  ...distribution('deb', 'debian', 'echo', 'ubuntu'),
  ...distribution('rpm', 'almalinux', 'azure-linux', 'mageia', 'openeuler', 'opensuse', 'rocky-linux', 'suse'),
  ['photon os', { type: 'rpm', namespace: 'photon' }],
  ['red hat', { type: 'rpm', namespace: 'redhat' }],
  ['bioconductor', { type: 'bioconductor' }],
  ['bitnami', { type: 'bitnami' }],
  ['conancenter', { type: 'conan' }],
  ['cpan', { type: 'cpan', split: (name) => ['', name.replaceAll('::', '-')] }],
  ['cran', { type: 'cran' }],
  ['crates.io', { type: 'cargo' }],
  ['github actions', actions],
  ['go', { type: 'golang' }],
  ['hackage', { type: 'hackage' }],
  ['hex', { type: 'hex' }],
  ['julia', { type: 'julia' }],
  ['kubernetes', { type: 'golang' }],
  ['maven', { type: 'maven', split: (name) => [name.split(':')[0]!, name.split(':')[1] ?? ''] }],
  ['npm', { type: 'npm' }],
  ['nuget', { type: 'nuget' }],
  ['opam', { type: 'opam' }],
  ['packagist', { type: 'composer' }],
  ['pub', { type: 'pub' }],
  ['pypi', { type: 'pypi' }],
  ['rubygems', { type: 'gem' }],
  ['swifturl', { type: 'swift', split: (name) => splitPath(name.replace(/^https?:\/\//, '').replace(/\.git$/, '')) }],
  ['vscode', { type: 'vscode-extension', split: (name) => splitPath(name.replace('.', '/')) }],
]);

const ecosystemName = (ecosystem: string): string => ecosystem.split(':', 1)[0]!.trim().toLowerCase();

const suffixOf = (ecosystem: string): string => ecosystem.split(':', 2)[1]?.trim().toLowerCase() ?? '';

/** Whether the ecosystem is a distribution: what follows its colon is a release then, and a registry's address otherwise. */
export const isDistributionEcosystem = (ecosystem: string): boolean =>
  ecosystemMappings.get(ecosystemName(ecosystem))?.namespace !== undefined;

/** Whether its packages are actions of GitHub. */
export const isActionEcosystem = (ecosystem: string): boolean => ecosystemName(ecosystem) === 'github actions';

/**
 * An action under the type by which GitHub's own SBOMs name it: so it is known that there are advisories of that type,
 * which are matched by the repository (`advisedPackage`).
 */
export const osvAction = (ecosystem: string, name: string): Purl | null =>
  isActionEcosystem(ecosystem) ? purlAt({ ...actions, type: 'githubactions' }, name.toLowerCase()) : null;

/**
 * The package of an OSV record as a purl without version: from its ecosystem and name, or, where the ecosystem has no
 * purl type (OSS-Fuzz, Linux), its declared purl; else null. Names take precedence because the purls of distributions
 * are often invalid (`pkg:rpm/suse/xen&distro=…`). A distribution's own builds of a registry's packages (`Echo:PyPi`) are
 * neither the registry's nor of the distribution: null.
 */
export function osvPackage(ecosystem: string, name: string, declaredPurl: string | undefined): Purl | null {
  const home = ecosystemMappings.get(ecosystemName(ecosystem));
  if (home?.namespace !== undefined && ecosystemMappings.has(suffixOf(ecosystem))) return null;
  return (
    (home && name !== '' ? purlAt(home, name) : null) ?? (declaredPurl === undefined ? null : purlOrNull(declaredPurl))
  );
}

/**
 * Types that the database looks up by purl and has advisories of, and with a namespace the distributions: it answers
 * nothing about others. Nobody publishes there what it would find under `conan`.
 */
const queried: ReadonlySet<string> = new Set([
  ...['bitnami', 'cargo', 'composer', 'cran', 'gem', 'golang', 'hackage', 'hex', 'julia', 'maven', 'npm'],
  ...['nuget', 'opam', 'pub', 'pypi', 'swift', 'apk/alpine', 'apk/chainguard', 'apk/wolfi', 'deb/debian', 'deb/ubuntu'],
  ...['almalinux', 'mageia', 'openeuler', 'opensuse', 'redhat', 'rocky-linux', 'suse'].map((name) => `rpm/${name}`),
]);

/** Whether an empty answer of the OSV database to a query by purl means that it has no advisory on the package. */
export const isOsvQueryable = (purl: Pick<Purl, 'type' | 'namespace'>): boolean =>
  queried.has(purl.type) || queried.has(`${purl.type}/${advisoryNamespace(purl)}`);

/** Types of which a purl may have a name in another case than the OSV database, which compares letter by letter. */
const caseBlindTypes: ReadonlySet<string> = new Set(['golang', 'nuget', 'swift']);

export const mayMissOsvSpelling = ({ type }: Pick<Purl, 'type'>): boolean => caseBlindTypes.has(type);

const typesOfHosts = new Map([...hostShorthands].map(([type, host]) => [host, type]));

/** The repository of a GIT range as a purl without version (`pkg:github/owner/name`); null on a host without a purl type. */
export function osvRepository(url: string): Purl | null {
  const repository = repositoryOrNull(url);
  const type = repository && typesOfHosts.get(repository.host);
  return type ? purlAt({ type }, `${repository.owner}/${repository.name}`) : null;
}

function purlAt({ type, namespace: own, split = splitPath }: EcosystemMapping, text: string): Purl | null {
  const [namespace, name] = own === undefined ? split(text) : [own, text];
  try {
    return buildPurl({ type, namespace, name }, 'repair');
  } catch (error) {
    if (error instanceof PurlError) return null;
    throw error;
  }
}
