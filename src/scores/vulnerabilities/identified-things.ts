import { cpeKey, cpeOrNull } from '../../model/cpe.js';
import { cpeMatches } from '../../model/cpe-matching.js';
import type { Cpe } from '../../model/cpe-name.js';
import { type Purl, purlKey, purlOrNull } from '../../model/purl.js';

/** What identifiers name: by `places` of the list that they were given in. */
interface Filed<T> {
  readonly name: T;
  readonly place: number;
}

/**
 * Things known by identifiers of any kind, and which of them another thing is. A purl without a version means every
 * version, and every qualifier that it has must be the other's (OpenVEX, "Product identifiers"; purl-spec); a CPE means
 * what it matches (NIST IR 7696); anything else means what is spelled the same.
 */
export class IdentifiedThings {
  private readonly purls = new Map<string, Filed<Purl>[]>();
  private readonly cpes = new Map<string, Filed<Cpe>[]>();
  private readonly others = new Map<string, Filed<string>[]>();

  constructor(things: readonly (readonly string[])[]) {
    for (const [place, identifiers] of things.entries())
      for (const identifier of identifiers) {
        const purl = identifier.startsWith('pkg:') ? purlOrNull(identifier) : null;
        const cpe = identifier.startsWith('cpe:') ? cpeOrNull(identifier) : null;
        const key = cpe && cpeKey(cpe);
        if (purl) file(this.purls, purlKey(purl), { name: purl, place });
        else if (cpe && key !== null) file(this.cpes, key, { name: cpe, place });
        else file(this.others, identifier, { name: identifier, place });
      }
  }

  /** Places of the things that these identifiers name, each once. */
  places(identifiers: readonly string[]): Set<number> {
    const found = new Set<number>();
    for (const identifier of new Set(identifiers)) {
      const purl = identifier.startsWith('pkg:') ? purlOrNull(identifier) : null;
      const cpe = identifier.startsWith('cpe:') ? cpeOrNull(identifier) : null;
      for (const { name, place } of (purl && this.purls.get(purlKey(purl))) ?? [])
        if (isPurlOf(name, purl!)) found.add(place);
      for (const { name, place } of (cpe && this.cpes.get(cpeKey(cpe) ?? '')) ?? [])
        if (cpeMatches(name, cpe!)) found.add(place);
      for (const { place } of this.others.get(identifier) ?? []) found.add(place);
    }
    return found;
  }
}

const isPurlOf = (stated: Purl, actual: Purl): boolean =>
  (stated.version === null || stated.version === actual.version) &&
  (stated.subpath === null || stated.subpath === actual.subpath) &&
  Object.entries(stated.qualifiers).every(([key, value]) => actual.qualifiers[key] === value);

function file<T>(index: Map<string, T[]>, key: string, one: T): void {
  const filed = index.get(key);
  if (filed) filed.push(one);
  else index.set(key, [one]);
}
