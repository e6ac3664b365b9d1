import { buildPurl, type Purl, PurlError } from './purl.js';

/** Reads the decoded segments of a path; an unknown path gives a purl without a name, which is rejected. */
type PathReader = (path: readonly string[]) => Coordinates;

interface Coordinates {
  readonly type: string;
  readonly namespace?: string | undefined;
  readonly name: string | undefined;
  readonly version?: string | undefined;
}

const flat =
  (type: string, at: { readonly under?: string; readonly versionAfter?: string } = {}): PathReader =>
  (path) => {
    const { under, versionAfter } = at;
    const [first, ...rest] = path;
    const [name, second, third] = under === undefined ? path : first === under ? rest : [];
    return { type, name, version: versionAfter === undefined ? second : second === versionAfter ? third : undefined };
  };

/** `name`, or `@scope/name`, and what follows it. */
function npmAt(path: readonly string[]): { coordinates: Coordinates; rest: readonly string[] } {
  const [first = '', second] = path;
  const isScoped = first.startsWith('@');
  const [name, version] = (isScoped ? (second ?? '') : first).split('@', 2);
  const namespace = isScoped ? first : undefined;
  return { coordinates: { type: 'npm', namespace, name, version }, rest: path.slice(isScoped ? 2 : 1) };
}

const npmPage: PathReader = ([first, ...path]) => {
  const { coordinates, rest } = npmAt(first === 'package' ? path : []);
  return rest[0] === 'v' ? { ...coordinates, version: rest[1] } : coordinates;
};

const npmRegistry: PathReader = (path) => {
  const { coordinates, rest } = npmAt(path);
  const file = rest[0] === '-' ? rest[1] : undefined;
  const version = file?.startsWith(`${coordinates.name}-`) ? file.slice(coordinates.name!.length + 1, -4) : undefined;
  return { ...coordinates, version: version ?? coordinates.version };
};

/** The layout of a Maven repository: words of the group, artifact, version, and perhaps a file. */
const mavenLayout: PathReader = (path) => {
  const last = path.at(-1) ?? '';
  const directory = path.length > 3 && last.startsWith(`${path.at(-3)}-${path.at(-2)}`) ? path.slice(0, -1) : path;
  const [version, name] = [directory.at(-1), directory.at(-2)];
  const namespace = directory.slice(0, -2).join('.');
  return /^\d/.test(version ?? '') && namespace !== '' ? { type: 'maven', namespace, name, version } : nothing;
};

const mavenArtifact: PathReader = ([first, namespace, name, version]) =>
  first === 'artifact' && namespace !== undefined ? { type: 'maven', namespace, name, version } : nothing;

const goPath: PathReader = (path) => {
  const [module = '', version] = path.join('/').split('@', 2);
  const segments = module.split('/');
  const name = segments.at(-1);
  return {
    type: 'golang',
    namespace: segments.slice(0, -1).join('/') || undefined,
    name,
    version: version?.split('/')[0],
  };
};

const under =
  (first: string, read: PathReader): PathReader =>
  (path) =>
    path[0] === first ? read(path.slice(1)) : nothing;

const nothing: Coordinates = { type: 'generic', name: '' };

const mavenRepository = under('maven2', mavenLayout);

/** Registries by host, without `www.`: their pages and file servers. */
const registries = new Map<string, PathReader>([
  ['npmjs.com', npmPage],
  ['npmjs.org', npmPage],
  ['registry.npmjs.org', npmRegistry],
  ['registry.yarnpkg.com', npmRegistry],
  ['unpkg.com', (path) => npmAt(path).coordinates],
  ['cdn.jsdelivr.net', under('npm', (path) => npmAt(path).coordinates)],
  [
    'pypi.org',
    (path) =>
      flat('pypi', { under: ['project', 'pypi', 'simple'].find((each) => each === path[0]) ?? 'project' })(path),
  ],
  ['pypi.python.org', flat('pypi', { under: 'pypi' })],
  ['nuget.org', flat('nuget', { under: 'packages' })],
  ['api.nuget.org', flat('nuget', { under: 'v3-flatcontainer' })],
  ['rubygems.org', flat('gem', { under: 'gems', versionAfter: 'versions' })],
  ['crates.io', flat('cargo', { under: 'crates' })],
  ['docs.rs', (path) => flat('cargo')(path[0] === 'crate' ? path.slice(1) : path)],
  [
    'packagist.org',
    ([first, namespace, name]) => ({ type: 'composer', namespace, name: first === 'packages' ? name : '' }),
  ],
  ['pkg.go.dev', goPath],
  ['godoc.org', goPath],
  ['proxy.golang.org', (path) => goPath(path.slice(0, path.indexOf('@v') < 0 ? path.length : path.indexOf('@v')))],
  ['repo1.maven.org', mavenRepository],
  ['repo.maven.apache.org', mavenRepository],
  ['repo.maven.org', mavenRepository],
  ['mvnrepository.com', mavenArtifact],
  ['search.maven.org', mavenArtifact],
  ['central.sonatype.com', mavenArtifact],
  ['hex.pm', flat('hex', { under: 'packages' })],
  ['pub.dev', flat('pub', { under: 'packages', versionAfter: 'versions' })],
  ['cocoapods.org', flat('cocoapods', { under: 'pods', versionAfter: '' })],
  ['conan.io', (path) => flat('conan', { under: 'recipes', versionAfter: '' })(path.slice(1))],
  ['hackage.haskell.org', flat('hackage', { under: 'package', versionAfter: '' })],
]);

const maxAddressLength = 2000;

/**
 * The package of an address of a public registry, with its version where the address has one: a page
 * (`https://www.npmjs.com/package/@babel/core/v/7.0.0`) or a file (`https://repo1.maven.org/maven2/…`). Null for every
 * other text, also for addresses of repositories (`repository.ts`).
 */
export function purlFromRegistryAddress(text: string): Purl | null {
  if (text.length > maxAddressLength || !/^https?:\/\//i.test(text) || !URL.canParse(text)) return null;
  const { hostname, pathname } = new URL(text);
  const read = registries.get(hostname.replace(/^www\./, ''));
  if (!read) return null;
  try {
    const { name = '', ...coordinates } = read(decodeURIComponent(pathname).split('/').filter(Boolean));
    return buildPurl({ ...coordinates, name });
  } catch (error) {
    if (error instanceof PurlError || error instanceof URIError) return null;
    throw error;
  }
}
