import { cpeKey, cpeOrNull } from '../../model/cpe.js';
import { type Purl, purlKey, purlOrNull } from '../../model/purl.js';

/**
 * The selected purl before those of the file. Where the file declares the same package, its own spelling stands for the
 * selected one, with the qualifiers and the subpath that only the file knows.
 *
 * @param isCorrected a person changed the version: a purl of another version is not the selected one
 */
export function withSelectedPurl(
  selected: string | null,
  declared: readonly string[],
  isCorrected: boolean,
): readonly string[] {
  if (selected === null || declared[0] === selected) return declared;
  // Parsing is slow, and most purls are canonical.
  const chosen = declared.length === 0 ? null : purlOrNull(selected);
  return selectedFirst(selected, declared, (text) => {
    const purl = chosen && purlOrNull(text);
    return purl !== null && isSamePackage(purl, chosen!, isCorrected);
  });
}

/** The same for CPEs. */
export function withSelectedCpe(
  selected: string | null,
  declared: readonly string[],
  isCorrected: boolean,
): readonly string[] {
  if (selected === null || declared[0] === selected) return declared;
  const chosen = declared.length === 0 ? null : cpeOrNull(selected);
  return selectedFirst(selected, declared, (text) => {
    const cpe = chosen && cpeOrNull(text);
    if (!cpe || cpeKey(cpe) === null || cpeKey(cpe) !== cpeKey(chosen!)) return false;
    return !isCorrected || cpe.version === chosen!.version;
  });
}

function isSamePackage(declared: Purl, selected: Purl, isCorrected: boolean): boolean {
  if (purlKey(declared) !== purlKey(selected)) return false;
  if (isCorrected && declared.version !== null && declared.version !== selected.version) return false;
  const isNamed = selected.subpath === null || selected.subpath === declared.subpath;
  return isNamed && Object.entries(selected.qualifiers).every(([key, value]) => declared.qualifiers[key] === value);
}

function selectedFirst(
  selected: string,
  declared: readonly string[],
  isSame: (identifier: string) => boolean,
): readonly string[] {
  const own = declared.includes(selected) ? selected : declared.find(isSame);
  return [own ?? selected, ...declared.filter((identifier) => identifier !== (own ?? selected))];
}
