import { entryKinds, type PackageEntry } from '../../../model/catalog-entry.js';
import { parsePurl, registryKey } from '../../../model/purl.js';
import { purlTypes } from '../../../model/purl-types.js';
import { normalizedRepository, type NormalizedOrganization } from '../compare/normalized-names.js';
import { generatePackages, type GeneratedPackage } from '../query/generated-packages.js';
import {
  linkedIds,
  packageKey,
  productKey,
  repoKey,
  type CatalogHits,
  type CatalogEntries,
} from '../query/catalog-entries.js';
import { packageFeatures, type PackageCandidate, type PackageFeatures } from './package-features.js';
import type { RankingContext } from './ranking-context.js';
import { scoreCandidates, type ScoredCandidate } from './score-candidates.js';
import type { KindWeights } from './model-weights.js';

const noneGenerated: ReadonlyMap<string, GeneratedPackage> = new Map();

export function rankPackages(
  context: RankingContext,
  weights: KindWeights,
): ScoredCandidate<PackageCandidate, PackageFeatures>[] {
  const { asked, hits, known, neighbours } = context;
  // By the registry's key: another spelling of a purl is no other candidate.
  const candidates = new Map<string, PackageCandidate>();
  const stated = new Map(asked.declared.purls.map(({ key, purl }) => [key, purl]));
  const entries = packageEntries(hits, known).map((entry) => [registryKey(entry.type, entry.purl), entry] as const);
  // Where the catalogue knows the file's own package, nothing needs to be put together.
  const isNamed = entries.some(([key]) => stated.has(key));
  const composed = isNamed ? noneGenerated : new Map(generatePackages(asked, neighbours).map((one) => [one.key, one]));
  for (const [key, entry] of entries)
    candidates.set(key, {
      // Field by field: copying whole entries is what would cost most here.
      purl: entry.purl,
      type: entry.type,
      namespace: entry.namespace,
      name: entry.name,
      entry,
      generated: composed.get(key) ?? null,
      isDeclared: stated.has(key),
      owners: ownersOf(entry, known),
    });
  for (const [key, one] of composed)
    if (!candidates.has(key)) candidates.set(key, generatedCandidate(one, stated.has(key)));
  for (const [key, purl] of stated) if (!candidates.has(key)) addDeclared(candidates, key, purl);
  return scoreCandidates([...candidates.values()].filter(isNoSourceOf(candidates)), {
    featuresOf: (candidate) => packageFeatures(context, candidate),
    identifierOf: ({ purl }) => purl,
    weights,
  });
}

/** A repository whose owner and name are a package's on Packagist is where that comes from, and no other package. */
function isNoSourceOf(candidates: ReadonlyMap<string, PackageCandidate>): (one: PackageCandidate) => boolean {
  return ({ type, namespace, name, isDeclared: stated }) =>
    type !== 'github' || stated || !candidates.get(`pkg:composer/${namespace}/${name}`)?.entry;
}

function generatedCandidate(composed: GeneratedPackage, stated: boolean): PackageCandidate {
  const { purl, type, namespace, name } = composed;
  return { purl, type, namespace, name, entry: null, generated: composed, isDeclared: stated, owners: [] };
}

/** The file's own purl stands, whether the catalogue knows it or not. */
function addDeclared(found: Map<string, PackageCandidate>, key: string, purl: string): void {
  const { type, namespace, name } = parsePurl(purl);
  if (purlTypes.has(type))
    found.set(key, { purl, type, namespace, name, entry: null, generated: null, isDeclared: true, owners: [] });
}

/** Found under the component's names, or linked from a product or repository found so; registered types only. */
function packageEntries(hits: CatalogHits, known: CatalogEntries): PackageEntry[] {
  const ids = new Set(hits.packages);
  const follow = (key: number): void => {
    for (const id of linkedIds(known, key, entryKinds.package)) ids.add(id);
  };
  for (const id of hits.products) follow(productKey(id));
  for (const id of hits.repositories) follow(repoKey(id));
  for (const id of hits.packages) follow(packageKey(id));
  const entries: PackageEntry[] = [];
  for (const id of ids) {
    const entry = known.packages.get(id);
    if (entry && purlTypes.has(entry.type)) entries.push(entry);
  }
  return entries;
}

function ownersOf(entry: PackageEntry, known: CatalogEntries): NormalizedOrganization[] {
  const owners: NormalizedOrganization[] = [];
  for (const id of linkedIds(known, packageKey(entry.id), entryKinds.repo)) {
    const repository = known.repositories.get(id);
    if (repository && repository.owner !== '') owners.push(normalizedRepository(repository).organization);
  }
  return owners;
}
