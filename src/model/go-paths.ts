import { hostShorthands } from './code-hosts.js';

/** Folders of the standard library (pkg.go.dev/std); go.dev/ref/mod reserves paths without a dot in their first element for it. */
const standardFolders: ReadonlySet<string> = new Set(
  (
    'archive bufio builtin bytes cmp compress container context crypto database debug embed encoding errors expvar flag ' +
    'fmt go hash html image index internal io iter log maps math mime net os path plugin reflect regexp runtime slices ' +
    'sort strconv strings structs sync syscall testing text time unicode unique unsafe vendor weak'
  ).split(' '),
);

/** Hosts on which a module path has at least three elements. */
const hostsOfOwners: ReadonlySet<string> = new Set([...hostShorthands.values(), 'golang.org']);

/** The next major version is a module of its own beside the former one. */
const majorVersion = /^v(?:[2-9]|[1-9]\d+)$/;

/** More are not looked at: an import path of a real package has a dozen at most. */
const maxElements = 24;

/** The standard library and the compiler, as the Go vulnerability database names them. */
const goParts: ReadonlySet<string> = new Set(['stdlib', 'toolchain']);

/**
 * The modules that may hold the package of an import path (go.dev/ref/mod, "Modules, packages, and versions"): of
 * `github.com/docker/docker/pkg/archive` the two paths above it, of `crypto/x509` the standard library. Whether the path
 * is that of a module itself is not known here.
 *
 * @returns paths, the shortest first; `stdlib` or `toolchain` for parts of Go
 */
export function enclosingModules(path: string): string[] {
  const elements = path.split('/').slice(0, maxElements);
  const first = elements[0]!;
  if (first === 'cmd' && elements.length > 1) return ['toolchain'];
  if (!first.includes('.')) return standardFolders.has(first) ? ['stdlib'] : [];
  const shortest = hostsOfOwners.has(first) ? 3 : 2;
  return elements.flatMap((next, length) =>
    length < shortest || majorVersion.test(next) ? [] : [elements.slice(0, length).join('/')],
  );
}

/** Whether the module is a part of Go, whose versions are Go's. */
export const isPartOfGo = (module: string): boolean => goParts.has(module);

/** `go1.21.3`, as Go names its releases and scanners the version of its parts. */
const goRelease = /^(?:go)?(?=1(?:\.|$))/;

/** Whether a version may be one of Go: there is no Go 2, and an unreleased build has no number. */
export const isGoRelease = (version: string): boolean => goRelease.test(version);

export const withoutGoPrefix = (version: string): string => version.replace(/^go(?=\d)/, '');
