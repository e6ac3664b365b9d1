import { ecosystemOf } from '../../../model/ecosystem-words.js';
import { declaredVersion } from '../../../model/versions/declared-version.js';
import { maxNameLength } from '../../../model/names/normalise.js';
import { describedName } from './described-name.js';
import type { ComponentEvidence } from './evidence.js';
import { fileEcosystem, withoutFileExtension } from './file-name.js';
import { distributionOf } from './ecosystems.js';
import { splitGluedVersion, type NameAndVersion } from './glued-version.js';

/** One way to parse a component's name. */
export interface NameParse {
  readonly name: string;
  readonly org: string;
  readonly version: string;
  /** What was removed from the name: 0 nothing that matters, 1 a word or a version, 2 a number that may belong to it. */
  readonly loss: 0 | 1 | 2;
}

/** Coordinates that the syntax of a name gives ("group:artifact", "@scope/name", a Go path). */
export interface Coordinates {
  readonly type: string;
  readonly namespace: string | null;
  readonly name: string;
}

export interface ParsedName {
  /** Distinct, the likeliest first; at least one, at most five. */
  readonly parses: readonly NameParse[];
  /** purl type that hint, syntax or file extension give; null where none does. */
  readonly ecosystem: string | null;
  /** True where a hint or a file extension gives it, false where only the syntax of the name does. */
  readonly ecosystemSure: boolean;
  readonly coordinates: Coordinates | null;
  /** The name is "owner/name", and the ecosystem is unknown. */
  readonly pair: Pick<Coordinates, 'namespace' | 'name'> | null;
  /** The name describes a part of something else: "Redis plugin for WordPress" is not Redis. */
  readonly isPart: boolean;
  /** A version that the name certainly states, where the given one is another; null where they agree. */
  readonly otherVersion: string | null;
}

const maxParses = 5;

/** Suffixes that do not identify a component: trademark, word size, edition, operating system. */
const noise =
  /\s*(?:[®™©℠]|\((?:r|tm|c|oss|foss|open[ -]source|free|x64|x86|amd64|arm64|64[ -]bit|32[ -]bit)\)|(?:^|\s)(?:x64|x86|x86_64|amd64|arm64|win32|win64|64[ -]bit|32[ -]bit|community edition|enterprise edition|standard edition|professional edition|open source|for (?:windows|linux|mac|macos|unix|android|ios)|(?<!\d[._]\d\S*\s)(?:and|or) (?:prior|earlier|below|older|lower|previous)(?: versions?)?))\s*$/i;

/** Suffixes that may belong to the name or only describe it. */
const optionalNoise =
  /\s+\(?(?:client|server|sdk|library|lib|runtime|software|tool|tools|package|module|plugin|application|app|firmware|edition|enterprise|community|professional|suite|core|api|project|component|(?<!\.net\s+)framework|driver|agent|service|wordpress plugin|node module|gem|jar)\)?$/i;

/** Noise and descriptions contain one of these characters; names of one word contain none. */
const noiseSeparator = /[\s(®™©℠]/;

/** Parses a component's name in every sensible way. Linear in the length of the name, which is cut at 256. */
export function parseName(evidence: ComponentEvidence): ParsedName {
  const raw = evidence.name.slice(0, maxNameLength).trim().replace(/\s+/g, ' ');
  const host = describedName(raw)?.host ?? null;
  const ecosystem =
    ecosystemOf(evidence.hint) ?? fileEcosystem(raw) ?? ecosystemOf(host ?? '') ?? distributionOf(evidence.org);
  const cleaned = withoutNoise(withoutFileExtension(withoutNoise(raw)));
  const texts = namesAndVersions(cleaned, declaredVersion(evidence.version.trim().slice(0, maxNameLength)));
  const candidates = texts.map(({ name, version, loss }) => {
    const coordinates = coordinatesOf(name, ecosystem, evidence.org);
    const [, owner = '', own = name] = (ecosystem === null && ownerAndName.exec(name)) || [];
    const org = coordinates?.namespace ?? (evidence.org || owner);
    const pair = owner === '' ? null : { namespace: owner, name: own };
    return { coordinates, pair, parse: { name: coordinates?.name ?? own, org, version, loss } };
  });
  // "@scope/name 1.2 runtime" has coordinates only after its suffix is removed.
  const coordinates = candidates.find((one) => one.coordinates)?.coordinates ?? null;
  const ordered = [...candidates.filter((one) => one.coordinates), ...candidates.filter((one) => !one.coordinates)];
  return {
    parses: distinct(ordered.map((one) => one.parse)),
    ecosystem: coordinates?.type ?? ecosystem,
    ecosystemSure: ecosystem !== null,
    coordinates,
    pair: coordinates ? null : (candidates[0]?.pair ?? null),
    isPart: host !== null,
    otherVersion: texts[0]!.otherVersion,
  };
}

interface ParsedText extends NameAndVersion {
  readonly loss: NameParse['loss'];
  readonly otherVersion: string | null;
}

/** Every name and version that the text may mean, the likeliest first. */
function namesAndVersions(cleaned: string, version: string): ParsedText[] {
  const found: ParsedText[] = [];
  const cut = noiseSeparator.test(cleaned) ? cleaned.replace(optionalNoise, '') : cleaned;
  for (const [index, text] of (cut === cleaned ? [cleaned] : [cleaned, cut]).entries()) {
    const split = splitGluedVersion(text, version);
    const plain = withoutNoise(split.name);
    const { version: own, otherVersion } = split;
    found.push({ name: plain, version: own, loss: index === 0 ? 0 : 1, otherVersion });
    for (const name of [...cutNames(plain), ...withoutMajor(plain, own)])
      found.push({ name, version: own, loss: 1, otherVersion });
    if (split.alternative) {
      const loss = /\d[._]\d/.test(text) ? 1 : 2;
      found.push({ ...split.alternative, name: withoutNoise(split.alternative.name), loss, otherVersion });
    }
  }
  const named = found.filter(({ name }) => name !== '');
  return named.length > 0 ? named : [{ name: cleaned, version, loss: 0, otherVersion: null }];
}

/** "Log4j 2 Core" of version 2.22.0 is Log4j Core. */
function withoutMajor(name: string, version: string): string[] {
  const [, before = '', number = '', behind = ''] = /^(.*\D)\s(\d{1,4})\s(\D.*)$/.exec(name) ?? [];
  return number !== '' && version.startsWith(`${number}.`) ? [`${before} ${behind}`] : [];
}

/** What only a registry writes, behind its maker: "Jane Doe left-pad", "Mike Dirolf pymongo". */
function behindMaker(name: string): string | undefined {
  const [, makers = '', own = ''] = /^((?:\p{Lu}[\p{L}.'-]* ){1,3})([a-z\d][\w.-]*)$/u.exec(name) ?? [];
  const isTelling = /[a-z\d][-_.]/.test(own) || (own.length >= 6 && makers.indexOf(' ') < makers.length - 1);
  return isTelling ? own : undefined;
}

/** The name without words that may only describe it. */
function cutNames(name: string): string[] {
  if (!noiseSeparator.test(name)) return [];
  const shorter = name.replace(optionalNoise, '');
  const before = /^(.{3,}?)(?:\s[-–—|]\s|:\s|\s*\().+$/.exec(name)?.[1];
  const inner = /\(([^()]{2,})\)$/.exec(name)?.[1];
  return [shorter === name ? undefined : shorter, describedName(name)?.name, before, inner, behindMaker(name)].filter(
    (cut) => cut !== undefined,
  );
}

function withoutNoise(name: string): string {
  if (!noiseSeparator.test(name)) return name;
  let rest = name;
  for (let round = 0; round < 4; round += 1) {
    const next = rest.replace(noise, '').trim();
    if (next === rest || next === '') return rest;
    rest = next;
  }
  return rest;
}

function distinct(parses: readonly NameParse[]): NameParse[] {
  const found = new Map<string, NameParse>();
  for (const parse of parses) {
    const key = `${parse.name}\n${parse.org}`;
    if (!found.has(key)) found.set(key, parse);
  }
  return [...found.values()].slice(0, maxParses);
}

/** Of a code host or of a registry: "curl/curl". */
const ownerAndName = /^([\w-]{2,})\/([\w.-]{2,})$/;

const mavenGroup = /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)+$/i;

/** What only Maven groups look like: "org.apache.commons", not "Booking.com". */
const reversedDomain = /^(?:com|org|net|io|dev|edu|gov|info|app|[a-z]{2})(?:\.[a-z0-9_-]+)+$/;

const dottedHost = /^[a-z0-9][a-z0-9-]*(?:\.[a-z0-9-]+)*\.[a-z]{2,12}\/\S+$/i;

/** Coordinates by the syntax of name and organization. `ecosystem` is that of the hint or the file extension. */
function coordinatesOf(name: string, ecosystem: string | null, org: string): Coordinates | null {
  if (/[/:]/.test(name)) {
    const coordinates = coordinatesFromSyntax(name, ecosystem);
    if (coordinates) return coordinates;
  }
  const namespace = org.trim();
  if (/[\s/]/.test(name) || !/[@./]/.test(namespace)) return null;
  if (/^@[^/\s]+$/.test(namespace) && (ecosystem === null || ecosystem === 'npm'))
    return { type: 'npm', namespace, name };
  if (dottedHost.test(namespace) && (ecosystem === null || ecosystem === 'golang'))
    return goPath(`${namespace}/${name}`);
  const isGroup =
    ecosystem === 'maven' ? mavenGroup.test(namespace) : ecosystem === null && reversedDomain.test(namespace);
  return isGroup ? { type: 'maven', namespace, name } : null;
}

function coordinatesFromSyntax(name: string, ecosystem: string | null): Coordinates | null {
  const scoped = /^(@[^/\s]+)\/([^/\s]+)$/.exec(name);
  if (scoped) return { type: 'npm', namespace: scoped[1]!, name: scoped[2]! };
  if (dottedHost.test(name) && (ecosystem === null || ecosystem === 'golang' || ecosystem === 'github'))
    return goPath(name);
  const maven = /^([A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)+)[:/]([A-Za-z0-9_.-]+)$/.exec(name);
  if (maven && (ecosystem === null || ecosystem === 'maven'))
    return { type: 'maven', namespace: maven[1]!, name: maven[2]! };
  const pair = /^([A-Za-z0-9_.-]+)\/([A-Za-z0-9_.-]+)$/.exec(name);
  return pair && ecosystem === 'composer' ? { type: 'composer', namespace: pair[1]!, name: pair[2]! } : null;
}

function goPath(name: string): Coordinates {
  const path = name.replace(/^https?:\/\//i, '').replace(/\/+$/, '');
  const slash = path.lastIndexOf('/');
  return { type: 'golang', namespace: path.slice(0, slash), name: path.slice(slash + 1) };
}
