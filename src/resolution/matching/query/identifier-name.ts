import { declaredVersion } from '../../../model/versions/declared-version.js';
import { ecosystemOf } from '../../../model/ecosystem-words.js';
import { cpeOrNull } from '../../../model/cpe.js';
import { enclosingModules, isPartOfGo } from '../../../model/go-paths.js';
import { plainCpeValue } from '../../../model/cpe-name.js';
import { parseImageReference } from '../../../model/image-reference.js';
import { formatPurl, type Purl, purlOrNull } from '../../../model/purl.js';
import { purlFromRegistryAddress } from '../../../model/registry-address.js';
import { repositoryOrNull } from '../../../model/repository.js';
import type { ComponentEvidence } from './evidence.js';
import { fileEcosystem } from './file-name.js';
import { looksLikeVersion } from './version-text.js';

type NameReader = (name: string) => Partial<ComponentEvidence> | null;

/** Names as package managers and their directories write them (name, optional version), with their ecosystem. */
const spellings: readonly (readonly [RegExp, hint: string])[] = [
  [/(?:^|\/)node_modules\/((?:@[^/\s]+\/)?[^@/\s][^/\s]*)\/?$/, 'npm'],
  // Python's "celery[redis]==5.2" and "celery[redis]".
  [/^([\w.-]+)\[[\w ,-]+\](?:\s*[=~]=+\s*([^\s,;]+))?$/, 'pypi'],
  [/^([\w.-]+?)\.(\d+(?:\.\d+){1,3}(?:-[\w.-]+)?)\.nupkg$/i, 'nuget'],
  [/^([\w+.-]+)\/([\w+.]+)@[\w.-]*\/?[\w.-]*$/, 'conan'],
  [/^(?:implementation|api|compile|compileOnly|runtimeOnly|testImplementation)[ (]+['"]([^'"]+)['"]\)?$/, 'maven'],
  [/^([\w+.-]+):(?:amd64|i386|arm64|armhf|armel|all|any)$/, 'deb'],
  [/^([\w+.-]+)\.(?:x86_64|i[3-6]86|aarch64|armv7hl|ppc64le|s390x|noarch)$/, 'rpm'],
];

/** Registries of images: other hosts before a path are as likely those of Go modules. */
const imageRegistry =
  /^(?:(?:index\.)?docker\.io|ghcr\.io|quay\.io|(?:[\w-]+\.)?gcr\.io|registry\.k8s\.io|mcr\.microsoft\.com|public\.ecr\.aws|cgr\.dev|nvcr\.io|docker\.elastic\.co|registry\.(?:access\.)?redhat\.(?:com|io)|[\w-]+\.azurecr\.io)\//i;

/** The package manager behind a name: "lodash 4.17.21 (npm)". Those that build what others wrote are no ecosystem. */
const behindName =
  /^(.*[^\s([]) ?[([](?:(npm|pypi|pip|maven|rubygems|gem|nuget|cargo|crates\.io|composer|packagist|cocoapods|golang|conan)|homebrew|brew|chocolatey|winget|scoop|macports|snap|flatpak)[)\]]$/i;

/** Each reads one kind of identifier, address or path that stands in place of a name. */
const readers: readonly NameReader[] = [
  (name) => fromPurl(/^pkg:/i.test(name) ? purlOrNull(name) : purlFromRegistryAddress(name)),
  (name) => {
    const cpe = /^cpe:/i.test(name) ? cpeOrNull(name) : null;
    if (!cpe) return null;
    const [org, product, version] = [cpe.vendor, cpe.product, cpe.version].map((value) =>
      /^[*-]$/.test(value) ? '' : plainCpeValue(value),
    ) as [string, string, string];
    return product === '' ? null : { name: product, org, version, cpes: [name] };
  },
  (name) => {
    const isAddress = /^(?:https?|git|ssh|scm|github|gitlab|bitbucket)[:+@]/i.test(name);
    const repository = isAddress ? repositoryOrNull(name) : null;
    return repository && { name: repository.name, org: repository.owner, repositories: [repository.url] };
  },
  (name) => {
    const [, hint, rest = ''] = /^([a-z][a-z.+#]*):(?=[^/\\\s:])(.+)$/i.exec(name) ?? [];
    return ecosystemOf(hint) !== null && !looksLikeVersion(rest) ? { name: rest, hint: hint! } : null;
  },
  (name) => {
    const file = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
    return file !== name && fileEcosystem(file) !== null ? { name: file } : null;
  },
  (name) => {
    const image = imageRegistry.test(name) ? parseImageReference(name) : null;
    return image && { name: image.name, org: image.group, version: declaredVersion(image.tag), hint: 'docker' };
  },
  (name) => {
    const [, inner, hint] = behindName.exec(name) ?? [];
    return inner === undefined ? null : { name: inner, ...(hint !== undefined && { hint }) };
  },
  (name) => {
    for (const [pattern, hint] of spellings) {
      const [, inner, version = ''] = pattern.exec(name) ?? [];
      if (inner) return { name: inner, version, hint };
    }
    return null;
  },
];

/** All identifiers, addresses and paths contain one of these; most names contain none. */
const identifierSign = /[:/\\@+[(.'"]/;

const fromPurl = (purl: Purl | null): Partial<ComponentEvidence> | null =>
  purl && { name: purl.name, org: purl.namespace ?? '', version: purl.version ?? '', purls: [formatPurl(purl)] };

/**
 * Expands a name that is itself a purl, a CPE, the address of a package or repository, "npm:left-pad", or the path of a
 * package file or an image. Declared organization, version and hint take precedence, and declared identifiers come first. Other
 * components are returned unchanged.
 */
export function expandIdentifierName(evidence: ComponentEvidence): ComponentEvidence {
  const goPath = pathOf(evidence.name);
  if (isGoPart(goPath)) return expandGoPart(evidence, goPath);
  if (!identifierSign.test(evidence.name)) return evidence;
  const name = evidence.name.trim();
  for (const read of readers) {
    const expanded = read(name);
    if (expanded)
      return {
        ...evidence,
        name: expanded.name ?? name,
        org: evidence.org || (expanded.org ?? ''),
        version: declaredVersion(evidence.version) || (expanded.version ?? ''),
        ...(expanded.hint && !evidence.hint && { hint: expanded.hint }),
        purls: [...(evidence.purls ?? []), ...(expanded.purls ?? [])],
        cpes: [...(evidence.cpes ?? []), ...(expanded.cpes ?? [])],
        repositories: [...(evidence.repositories ?? []), ...(expanded.repositories ?? [])],
      };
  }
  return evidence;
}

/** An import path, also where words follow it: "path/filepath x64". */
const pathOf = (name: string): string =>
  /^[\w.-]+(?:\/[\w.-]+)*$/.exec(name.trim())?.[0] ?? /^[\w.-]+(?:\/[\w.-]+)+(?=\s)/.exec(name.trim())?.[0] ?? '';

/** The standard library, the compiler and packages of both, which have no module path. */
const isGoPart = (name: string): boolean => isPartOfGo(name) || enclosingModules(name).some(isPartOfGo);

/** Scanners of Go programs give the version of its parts as in "go1.20.12". */
const goVersion = /^go(?=\d+\.\d)/;
const goOrganization = /^go(?:lang)?(?: standard library)?$/i;

/** Their version, hint or organization has to say that they are Go's: "log" and "runtime" are names elsewhere, too. */
function expandGoPart(evidence: ComponentEvidence, name: string): ComponentEvidence {
  const isOrganization = goOrganization.test(evidence.org.trim());
  // Any program in Go may have a folder "internal".
  const isHinted = ecosystemOf(evidence.hint) === 'golang' && !name.startsWith('internal');
  const isOfGo = isOrganization || goVersion.test(evidence.version) || isHinted;
  if (!isOfGo || evidence.purls?.length || (evidence.org.trim() !== '' && !isOrganization)) return evidence;
  return {
    ...evidence,
    name,
    org: '',
    version: evidence.version.replace(goVersion, ''),
    hint: 'golang',
    purls: [`pkg:golang/${name}`],
    cpes: [...(evidence.cpes ?? []), 'cpe:2.3:a:golang:go:*:*:*:*:*:*:*:*'],
  };
}
