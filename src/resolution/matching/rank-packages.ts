import { entryKinds, type PackageEntry } from '../../model/catalog-entry.js';
import { parsePurl } from '../../model/purl.js';
import { purlTypes } from '../../model/purl-types.js';
import { composePackages } from './composed.js';
import { linkedIds, packageKey, productKey, repoKey, type CatalogHits, type CatalogKnowledge } from './knowledge.js';
import { packageFeatures, type PackageCandidate, type PackageFeatures } from './package-features.js';
import type { Found } from './found.js';
import { ranked, type Ranked } from './ranked.js';
import type { KindWeights } from './weights.js';

export function rankPackages(found: Found, weights: KindWeights): Ranked<PackageCandidate, PackageFeatures>[] {
  const { asked, hits, known, neighbours } = found;
  const candidates = new Map<string, PackageCandidate>();
  const stated = new Set(asked.stated.purls.map(({ purl }) => purl));
  const composed = new Map(composePackages(asked, neighbours).map((one) => [one.purl, one]));
  for (const entry of packageEntries(hits, known))
    candidates.set(entry.purl, {
      ...entry,
      entry,
      composed: composed.get(entry.purl) ?? null,
      stated: stated.has(entry.purl),
      owners: ownersOf(entry, known),
    });
  for (const one of composed.values())
    if (!candidates.has(one.purl))
      candidates.set(one.purl, { ...one, entry: null, composed: one, stated: stated.has(one.purl), owners: [] });
  for (const purl of stated) if (!candidates.has(purl)) addStated(candidates, purl);
  return ranked([...candidates.values()], {
    judge: (candidate) => packageFeatures(found, candidate),
    identifierOf: ({ purl }) => purl,
    weights,
  });
}

/** The file's own purl stands, whether the catalogue knows it or not. */
function addStated(found: Map<string, PackageCandidate>, purl: string): void {
  const { type, namespace, name } = parsePurl(purl);
  if (purlTypes.has(type))
    found.set(purl, { purl, type, namespace, name, entry: null, composed: null, stated: true, owners: [] });
}

/** Found under the component's names, or linked from a product or repository found so; registered types only. */
function packageEntries(hits: CatalogHits, known: CatalogKnowledge): PackageEntry[] {
  const ids = new Set(hits.packages);
  for (const key of [
    ...hits.products.map(productKey),
    ...hits.repositories.map(repoKey),
    ...hits.packages.map(packageKey),
  ])
    for (const id of linkedIds(known, key, entryKinds.package)) ids.add(id);
  return [...ids].flatMap((id) => {
    const entry = known.packages.get(id);
    return entry && purlTypes.has(entry.type) ? [entry] : [];
  });
}

function ownersOf(entry: PackageEntry, known: CatalogKnowledge): string[] {
  return linkedIds(known, packageKey(entry.id), entryKinds.repo)
    .map((id) => known.repositories.get(id)?.owner ?? '')
    .filter((owner) => owner !== '');
}
