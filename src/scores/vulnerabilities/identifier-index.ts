import { cpeKey, cpeOrNull } from '../../model/cpe.js';
import { cpeMatches } from '../../model/cpe-matching.js';
import type { Cpe } from '../../model/cpe-name.js';
import { type Purl, purlKey, purlOrNull } from '../../model/purl.js';

/** What identifiers name: by `places` of the list that they were given in. */
interface IndexedIdentifier<T> {
  readonly identifier: T;
  readonly index: number;
}

/**
 * Things known by identifiers of any kind, and which of them another thing is. A purl without a version means every
 * version, and every qualifier that it has must be the other's (OpenVEX, "Product identifiers"; purl-spec); a CPE means
 * what it matches (NIST IR 7696); anything else means what is spelled the same.
 */
export class IdentifierIndex {
  private readonly purls = new Map<string, IndexedIdentifier<Purl>[]>();
  private readonly cpes = new Map<string, IndexedIdentifier<Cpe>[]>();
  private readonly others = new Map<string, IndexedIdentifier<string>[]>();

  constructor(products: readonly (readonly string[])[]) {
    for (const [place, identifiers] of products.entries())
      for (const identifier of identifiers) {
        const purl = identifier.startsWith('pkg:') ? purlOrNull(identifier) : null;
        const cpe = identifier.startsWith('cpe:') ? cpeOrNull(identifier) : null;
        const key = cpe && cpeKey(cpe);
        if (purl) addTo(this.purls, purlKey(purl), { identifier: purl, index: place });
        else if (cpe && key !== null) addTo(this.cpes, key, { identifier: cpe, index: place });
        else addTo(this.others, identifier, { identifier, index: place });
      }
  }

  /** Places of the things that these identifiers name, each once. */
  matches(identifiers: readonly string[]): Set<number> {
    const found = new Set<number>();
    for (const identifier of new Set(identifiers)) {
      const purl = identifier.startsWith('pkg:') ? purlOrNull(identifier) : null;
      const cpe = identifier.startsWith('cpe:') ? cpeOrNull(identifier) : null;
      for (const { identifier: name, index: place } of (purl && this.purls.get(purlKey(purl))) ?? [])
        if (matchesPurl(name, purl!)) found.add(place);
      for (const { identifier: name, index: place } of (cpe && this.cpes.get(cpeKey(cpe) ?? '')) ?? [])
        if (cpeMatches(name, cpe!)) found.add(place);
      for (const { index: place } of this.others.get(identifier) ?? []) found.add(place);
    }
    return found;
  }
}

const matchesPurl = (declared: Purl, actual: Purl): boolean =>
  (declared.version === null || declared.version === actual.version) &&
  (declared.subpath === null || declared.subpath === actual.subpath) &&
  Object.entries(declared.qualifiers).every(([key, value]) => actual.qualifiers[key] === value);

function addTo<T>(index: Map<string, T[]>, key: string, one: T): void {
  const filed = index.get(key);
  if (filed) filed.push(one);
  else index.set(key, [one]);
}
