import { cpeKey, cpeOrNull } from '../../model/cpe.js';
import { cpeMatches } from '../../model/cpe-matching.js';
import type { Cpe } from '../../model/cpe-name.js';
import { type Purl, purlKey, purlOrNull } from '../../model/purl.js';

/** An identifier with the index of the thing that it names. */
interface IndexedIdentifier<T> {
  readonly identifier: T;
  readonly index: number;
}

/**
 * Finds things by identifiers of any kind. A purl without a version matches every version, and all its qualifiers must
 * be equal (OpenVEX, "Product identifiers"; purl-spec); a CPE matches by NIST IR 7696; other identifiers match by equal
 * text.
 */
export class IdentifierIndex {
  private readonly purls = new Map<string, IndexedIdentifier<Purl>[]>();
  private readonly cpes = new Map<string, IndexedIdentifier<Cpe>[]>();
  private readonly others = new Map<string, IndexedIdentifier<string>[]>();
  private compared = 0;

  constructor(products: readonly (readonly string[])[]) {
    for (const [index, identifiers] of products.entries())
      for (const identifier of identifiers) {
        const purl = identifier.startsWith('pkg:') ? purlOrNull(identifier) : null;
        const cpe = identifier.startsWith('cpe:') ? cpeOrNull(identifier) : null;
        const key = cpe && cpeKey(cpe);
        if (purl) addTo(this.purls, versionKey(purl), { identifier: purl, index });
        else if (cpe && key !== null) addTo(this.cpes, key, { identifier: cpe, index });
        else addTo(this.others, identifier, { identifier, index });
      }
  }

  /** What `matches` has compared so far: many things may have one name, and others many of them. */
  get comparisons(): number {
    return this.compared;
  }

  /** Indexes of the things that one of the identifiers matches. */
  matches(identifiers: readonly string[]): Set<number> {
    const found = new Set<number>();
    for (const identifier of new Set(identifiers)) {
      const purl = identifier.startsWith('pkg:') ? purlOrNull(identifier) : null;
      const cpe = identifier.startsWith('cpe:') ? cpeOrNull(identifier) : null;
      for (const version of purl ? new Set([purl.version, null]) : [])
        for (const { identifier: own, index } of this.among(this.purls, versionKey({ ...purl!, version })))
          if (matchesPurl(own, purl!)) found.add(index);
      for (const { identifier: own, index } of cpe ? this.among(this.cpes, cpeKey(cpe) ?? '') : [])
        if (cpeMatches(own, cpe!)) found.add(index);
      for (const { index } of this.among(this.others, identifier)) found.add(index);
    }
    return found;
  }

  private among<T>(things: ReadonlyMap<string, readonly T[]>, key: string): readonly T[] {
    const some = things.get(key) ?? [];
    this.compared += some.length;
    return some;
  }
}

/** Of a package and one of its versions; null: none. */
const versionKey = (purl: Purl): string => JSON.stringify([purlKey(purl), purl.version]);

/** Of one version. */
const matchesPurl = (declared: Purl, actual: Purl): boolean =>
  (declared.subpath === null || declared.subpath === actual.subpath) &&
  Object.entries(declared.qualifiers).every(([key, value]) => actual.qualifiers[key] === value);

function addTo<T>(index: Map<string, T[]>, key: string, one: T): void {
  const entries = index.get(key);
  if (entries) entries.push(one);
  else index.set(key, [one]);
}
