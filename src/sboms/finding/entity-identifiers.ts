import { cpeKey, cpeOrNull, cpeWithoutVersion } from '../../model/cpe.js';
import { plainCpeValue } from '../../model/cpe-name.js';
import { packageOf, purlKey, purlOrNull, purlWithoutVersion, registryKey } from '../../model/purl.js';
import { repositoryOrNull } from '../../model/repository.js';

export const identifierKinds = ['purl', 'cpe', 'repo_url'] as const;
export type IdentifierKind = (typeof identifierKinds)[number];

/** What leads from the query to an identifier: it was asked for, or the catalogue or an entry names both as one. */
export type IdentifierLink = 'asked' | 'catalogue' | 'same_entry';

/** An identifier of the entity that is searched. */
export interface EntityIdentifier {
  readonly kind: IdentifierKind;
  /** Canonical, without version. */
  readonly identifier: string;
  readonly link: IdentifierLink;
  /** A repository of several packages: it says that an entry may be one of them, not which. */
  readonly isShared: boolean;
  /** Another name of a product that was asked for, and as good. */
  readonly isOtherName?: boolean;
}

/** Index range from `first` (inclusive) to `end` (exclusive), by code point. */
export interface IndexRange {
  readonly first: string;
  readonly end: string;
}

/** The same for all spellings and versions of an identifier; null where the text is none. */
export function identifierKey(kind: IdentifierKind, text: string): string | null {
  if (kind === 'repo_url') return text;
  if (kind === 'purl') {
    const purl = purlOrNull(text);
    return purl && purlKey(purl);
  }
  const cpe = cpeOrNull(text);
  return cpe && cpeKey(cpe);
}

/** The identifier of all versions; unchanged where it is none. */
export function withoutVersion(kind: IdentifierKind, text: string): string {
  if (kind === 'repo_url') return text;
  if (kind === 'cpe') {
    const cpe = cpeOrNull(text);
    return cpe ? cpeWithoutVersion(cpe) : text;
  }
  const purl = purlOrNull(text);
  return purl ? packageOf(purl) : text;
}

/** All identifiers of the entity. What was asked for comes first, and the first of equal ones stays. */
export class SearchedIdentifiers {
  private readonly byKey = new Map<string, EntityIdentifier>();

  get all(): readonly EntityIdentifier[] {
    return [...this.byKey.values()];
  }

  /** False where it is known already, or the text is no identifier. */
  add(identifier: EntityIdentifier): boolean {
    const key = identifierKey(identifier.kind, identifier.identifier);
    if (key === null || this.byKey.has(`${identifier.kind} ${key}`)) return false;
    this.byKey.set(`${identifier.kind} ${key}`, identifier);
    return true;
  }

  /** @param text an entry's identifier, with or without version */
  find(kind: IdentifierKind, text: string): EntityIdentifier | null {
    const key = identifierKey(kind, text);
    return key === null ? null : (this.byKey.get(`${kind} ${key}`) ?? null);
  }

  /** Where the index of a column holds the identifiers of a kind. */
  ranges(kind: IdentifierKind): IndexRange[] {
    return this.all.filter((one) => one.kind === kind).flatMap(({ identifier }) => indexRanges(kind, identifier));
  }

  /** The names in the identifiers, in lower case. */
  names(): string[] {
    const names = this.all
      .filter(({ isShared }) => !isShared)
      .flatMap(({ kind, identifier }) => namesIn(kind, identifier));
    return [...new Set(names.map((name) => name.toLowerCase()).filter((name) => name !== ''))];
  }
}

/** Where the index of a column holds an identifier of any version; none where the text is no identifier. */
export function indexRanges(kind: IdentifierKind, identifier: string): IndexRange[] {
  if (kind === 'repo_url') return [exactRange(identifier)];
  if (kind === 'cpe') {
    const cpe = cpeOrNull(identifier);
    const key = cpe && cpeKey(cpe);
    return key ? [{ first: `cpe:2.3:${key}:`, end: `cpe:2.3:${key};` }] : [];
  }
  const purl = purlOrNull(identifier);
  if (!purl) return [];
  const name = purlWithoutVersion(purl);
  return [...new Set([name, registryKey(purl.type, name)])].flatMap(rangesOfName);
}

/** A purl with this name, followed by nothing, a version, qualifiers or a subpath. */
const rangesOfName = (name: string): IndexRange[] => [
  exactRange(name),
  { first: `${name}#`, end: `${name}$` },
  { first: `${name}?`, end: `${name}A` },
];

const exactRange = (value: string): IndexRange => ({ first: value, end: `${value}\u0001` });

function namesIn(kind: IdentifierKind, identifier: string): string[] {
  if (kind === 'repo_url') return [repositoryOrNull(identifier)?.name ?? ''];
  if (kind === 'purl') {
    const purl = purlOrNull(identifier);
    if (!purl) return [];
    return purl.namespace === null ? [purl.name] : [purl.name, `${purl.namespace}/${purl.name}`, `${purl.namespace}:${purl.name}`]; // prettier-ignore
  }
  const cpe = cpeOrNull(identifier);
  if (!cpe) return [];
  const product = plainCpeValue(cpe.product);
  return [product, product.replace(/_/g, ' ')];
}
