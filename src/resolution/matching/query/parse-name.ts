import { ecosystemOf } from '../../../model/ecosystem-words.js';
import { maxNameLength } from '../../../model/names/normalise.js';
import { describedName } from './described-name.js';
import type { ComponentEvidence } from './evidence.js';
import { fileEcosystem, withoutFileEnding } from './file-name.js';
import { distributionOf } from './ecosystems.js';
import { splitGluedVersion, type NameAndVersion } from './glued-version.js';

/** One way to read what a list says. */
export interface NameParse {
  readonly name: string;
  readonly org: string;
  readonly version: string;
  /**
   * What was taken off the name to come here: 0 nothing that could matter, 1 a word or a version, 2 a number that may
   * well belong to the name.
   */
  readonly loss: 0 | 1 | 2;
}

/** Coordinates that a name's own syntax gives ("group:artifact", "@scope/name", a Go path). */
export interface Coordinates {
  readonly type: string;
  readonly namespace: string | null;
  readonly name: string;
}

export interface ParsedName {
  /** Distinct readings, the likeliest first; at least one, at most five. */
  readonly parses: readonly NameParse[];
  /** purl type that hint, syntax or file ending tell; null where they tell none. */
  readonly ecosystem: string | null;
  /** True where a hint or a file ending said so, false where only the shape of the name does. */
  readonly ecosystemSure: boolean;
  readonly coordinates: Coordinates | null;
  /** The name is "owner/name", and nothing tells the ecosystem. */
  readonly pair: Pick<Coordinates, 'namespace' | 'name'> | null;
  /** The name describes a part of something else: "Redis plugin for WordPress" is not Redis. */
  readonly isPart: boolean;
}

const maxParses = 5;

/** Signs that say nothing about what a component is: trademark, word size, edition, operating system. */
const noise =
  /\s*(?:[®™©℠]|\((?:r|tm|c|oss|foss|open[ -]source|free|x64|x86|amd64|arm64|64[ -]bit|32[ -]bit)\)|(?:^|\s)(?:x64|x86|x86_64|amd64|arm64|win32|win64|64[ -]bit|32[ -]bit|community edition|enterprise edition|standard edition|professional edition|open source|for (?:windows|linux|mac|macos|unix|android|ios)|(?:and|or) (?:prior|earlier|below|older|lower|previous)(?: versions?)?))\s*$/i;

/** Words that may belong to the name or only describe it. */
const optionalNoise =
  /\s+\(?(?:client|server|sdk|library|lib|runtime|software|tool|tools|package|module|plugin|application|app|firmware|edition|enterprise|community|professional|suite|core|api|project|component|framework|driver|agent|service|wordpress plugin|node module|gem|jar)\)?$/i;

/** What noise and descriptions are set off by; names of one word have none of it. */
const noiseSeparator = /[\s(®™©℠]/;

/** Reads a component's name in every sensible way. Pure; linear in the length of the name, which is cut at 256. */
export function parseName(evidence: ComponentEvidence): ParsedName {
  const raw = evidence.name.slice(0, maxNameLength).trim().replace(/\s+/g, ' ');
  const host = describedName(raw)?.host ?? null;
  const known =
    ecosystemOf(evidence.hint) ?? fileEcosystem(raw) ?? ecosystemOf(host ?? '') ?? distributionOf(evidence.org);
  const cleaned = withoutNoise(withoutFileEnding(withoutNoise(raw)));
  const texts = namesAndVersions(cleaned, evidence.version.trim().slice(0, maxNameLength));
  const readings = texts.map(({ name, version, loss }) => {
    const coordinates = coordinatesOf(name, known, evidence.org);
    const [, owner = '', own = name] = (known === null && ownerAndName.exec(name)) || [];
    const org = coordinates?.namespace ?? (evidence.org || owner);
    const pair = owner === '' ? null : { namespace: owner, name: own };
    return { coordinates, pair, reading: { name: coordinates?.name ?? own, org, version, loss } };
  });
  // Only names that were cut right are coordinates: "@scope/name 1.2 runtime" is none before its tail is off.
  const coordinates = readings.find((one) => one.coordinates)?.coordinates ?? null;
  const ordered = [...readings.filter((one) => one.coordinates), ...readings.filter((one) => !one.coordinates)];
  return {
    parses: distinct(ordered.map((one) => one.reading)),
    ecosystem: coordinates?.type ?? known,
    ecosystemSure: known !== null,
    coordinates,
    pair: coordinates ? null : (readings[0]?.pair ?? null),
    isPart: host !== null,
  };
}

interface ParsedText extends NameAndVersion {
  readonly loss: NameParse['loss'];
}

/** Everything that the text may mean, the likeliest first. */
function namesAndVersions(cleaned: string, version: string): ParsedText[] {
  const found: ParsedText[] = [];
  const cut = noiseSeparator.test(cleaned) ? cleaned.replace(optionalNoise, '') : cleaned;
  for (const [index, text] of (cut === cleaned ? [cleaned] : [cleaned, cut]).entries()) {
    const split = splitGluedVersion(text, version);
    const plain = withoutNoise(split.name);
    found.push({ name: plain, version: split.version, loss: index === 0 ? 0 : 1 });
    for (const name of cutNames(plain)) found.push({ name, version: split.version, loss: 1 });
    if (split.alternative) {
      const loss = /\d[._]\d/.test(text) ? 1 : 2;
      found.push({ ...split.alternative, name: withoutNoise(split.alternative.name), loss });
    }
  }
  const named = found.filter(({ name }) => name !== '');
  return named.length > 0 ? named : [{ name: cleaned, version, loss: 0 }];
}

/** What is left of a name where words that may only describe it are taken off. */
function cutNames(name: string): string[] {
  if (!noiseSeparator.test(name)) return [];
  const shorter = name.replace(optionalNoise, '');
  const before = /^(.{3,}?)(?:\s[-–—|]\s|:\s|\s*\().+$/.exec(name)?.[1];
  const inner = /\(([^()]{2,})\)$/.exec(name)?.[1];
  return [shorter === name ? undefined : shorter, describedName(name)?.name, before, inner].filter(
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

function distinct(readings: readonly NameParse[]): NameParse[] {
  const found = new Map<string, NameParse>();
  for (const reading of readings) {
    const key = `${reading.name}\n${reading.org}`;
    if (!found.has(key)) found.set(key, reading);
  }
  return [...found.values()].slice(0, maxParses);
}

/** Where nothing tells whose, a code host's or a registry's: "curl/curl". */
const ownerAndName = /^([\w-]{2,})\/([\w.-]{2,})$/;

const dottedHost = /^[a-z0-9][a-z0-9-]*(?:\.[a-z0-9-]+)*\.[a-z]{2,12}\/\S+$/i;

/** What the syntax of a name says by itself, and that of its owner. `known` is the ecosystem that a hint or the file ending gave. */
function coordinatesOf(name: string, ecosystem: string | null, org: string): Coordinates | null {
  if (/[/:]/.test(name)) {
    const written = coordinatesFromSyntax(name, ecosystem);
    if (written) return written;
  }
  const namespace = org.trim();
  if (/[\s/]/.test(name) || !/[@./]/.test(namespace)) return null;
  if (/^@[^/\s]+$/.test(namespace) && (ecosystem === null || ecosystem === 'npm'))
    return { type: 'npm', namespace, name };
  if (dottedHost.test(namespace) && (ecosystem === null || ecosystem === 'golang'))
    return goPath(`${namespace}/${name}`);
  const isGroup = ecosystem === 'maven' && /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)+$/i.test(namespace);
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
