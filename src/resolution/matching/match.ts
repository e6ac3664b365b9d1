import { entryKinds, type PackageEntry, type ProductEntry, type RepositoryEntry } from '../../model/catalog-entry.js';
import { parsePurl } from '../../model/purl.js';
import { purlTypes } from '../../model/purl-types.js';
import { repositoryOrNull } from '../../model/repository.js';
import type { Asked } from './asked.js';
import { composePackages } from './composed.js';
import { otherEnd, packageKey, productKey, repoKey, type CatalogKnowledge, type DirectHits } from './knowledge.js';
import type { NameAgreement } from './name-agreement.js';
import { packageFeatures, type PackageCandidate } from './package-features.js';
import { productFeatures, type ProductCandidate } from './product-features.js';
import { repositoryFeatures, type RepositoryCandidate } from './repository-features.js';
import { sharesOf, weighted } from './shares-of.js';
import type { ModelWeights } from './weights.js';

/** A candidate with its share of all belief in its kind (0–1), and what it was judged by. */
export interface Ranked<Candidate> {
  readonly candidate: Candidate;
  readonly share: number;
  readonly features: readonly number[];
  readonly names: NameAgreement;
}

export interface Ranking {
  readonly packages: readonly Ranked<PackageCandidate>[];
  readonly products: readonly Ranked<ProductCandidate>[];
  readonly repositories: readonly Ranked<RepositoryCandidate>[];
}

/** Ranks everything that the catalogue and the component's own words bring, best first. Pure and deterministic. */
export function rank(asked: Asked, hits: DirectHits, known: CatalogKnowledge, model: ModelWeights): Ranking {
  const packages = rankPackages(asked, hits, known, model);
  const products = rankProducts(asked, { hits, known, packages }, model);
  const repositories = rankRepositories(asked, { hits, known, packages, products }, model);
  return { packages, products, repositories };
}

function rankPackages(
  asked: Asked,
  hits: DirectHits,
  known: CatalogKnowledge,
  model: ModelWeights,
): Ranked<PackageCandidate>[] {
  const found = new Map<string, PackageCandidate>();
  const stated = new Set(asked.stated.purls.map(({ purl }) => purl));
  const composed = new Map(composePackages(asked).map((one) => [one.purl, one]));
  for (const entry of packageEntries(hits, known)) {
    if (!purlTypes.has(entry.type)) continue;
    found.set(entry.purl, {
      ...entry,
      entry,
      composed: composed.get(entry.purl) ?? null,
      stated: stated.has(entry.purl),
      owners: ownersOf(entry, known),
    });
  }
  for (const one of composed.values())
    if (!found.has(one.purl))
      found.set(one.purl, { ...one, entry: null, composed: one, stated: stated.has(one.purl), owners: [] });
  for (const { purl } of asked.stated.purls) if (!found.has(purl)) addStated(found, purl);
  const candidates = [...found.values()];
  const judged = candidates.map((candidate) => packageFeatures(asked, candidate));
  return ranked(candidates, judged, model.package);
}

/** The file's own purl stands, whether the catalogue knows it or not. */
function addStated(found: Map<string, PackageCandidate>, purl: string): void {
  const { type, namespace, name } = parsePurl(purl);
  if (purlTypes.has(type))
    found.set(purl, { purl, type, namespace, name, entry: null, composed: null, stated: true, owners: [] });
}

/** Found under the component's names, or linked from a product or repository found so. */
function packageEntries(hits: DirectHits, known: CatalogKnowledge): PackageEntry[] {
  const ids = new Set(hits.packages);
  const ends = [...hits.products.map(productKey), ...hits.repositories.map(repoKey), ...hits.packages.map(packageKey)];
  for (const end of ends)
    for (const link of known.links.get(end) ?? []) {
      const other = otherEnd(link, end);
      if (other.kind === entryKinds.package) ids.add(other.id);
    }
  return [...ids].map((id) => known.packages.get(id)).filter((entry) => entry !== undefined);
}

function ownersOf(entry: PackageEntry, known: CatalogKnowledge): string[] {
  return linked(known, packageKey(entry.id), entryKinds.repo)
    .map((id) => known.repositories.get(id)?.owner ?? '')
    .filter((owner) => owner !== '');
}

interface AfterPackages {
  readonly hits: DirectHits;
  readonly known: CatalogKnowledge;
  readonly packages: readonly Ranked<PackageCandidate>[];
}

function rankProducts(
  asked: Asked,
  { hits, known, packages }: AfterPackages,
  model: ModelWeights,
): Ranked<ProductCandidate>[] {
  const pointing = new Map<number, number[]>();
  const point = (id: number, share: number): void => void pointing.set(id, [...(pointing.get(id) ?? []), share]);
  for (const id of hits.products) pointing.set(id, []);
  for (const { candidate, share } of packages)
    if (candidate.entry)
      for (const id of linked(known, packageKey(candidate.entry.id), entryKinds.product)) point(id, share);
  for (const id of unlistedPackages(hits, known))
    for (const product of linked(known, packageKey(id), entryKinds.product)) point(product, 0);
  for (const id of hits.repositories)
    for (const product of linked(known, repoKey(id), entryKinds.product)) point(product, 0);
  const stated = new Set(asked.stated.products.map(({ cpe }) => cpe));
  const candidates = [...pointing].flatMap(([id, shares]): ProductCandidate[] => {
    const entry: ProductEntry | undefined = known.products.get(id);
    if (!entry) return [];
    const total = shares.reduce((sum, share) => sum + share, 0);
    return [
      {
        cpe: entry.cpe,
        entry,
        stated: stated.has(entry.cpe),
        linkedPackage: Math.max(0, ...shares),
        linkedPackages: Math.min(1, total),
      },
    ];
  });
  const judged = candidates.map((candidate) => productFeatures(asked, candidate));
  return ranked(candidates, judged, model.product);
}

const unlistedPackages = (hits: DirectHits, known: CatalogKnowledge): number[] =>
  hits.packages.filter((id) => !purlTypes.has(known.packages.get(id)?.type ?? ''));

interface AfterProducts extends AfterPackages {
  readonly products: readonly Ranked<ProductCandidate>[];
}

function rankRepositories(asked: Asked, after: AfterProducts, model: ModelWeights): Ranked<RepositoryCandidate>[] {
  const { hits, known } = after;
  const found = new Map<string, RepositoryCandidate>();
  const stated = new Set(asked.stated.repositories);
  const own = asked.parsed.coordinates?.type === 'golang' ? repositoryOrNull(ownUrl(asked))?.url : undefined;
  const addEntry = (id: number, from: { packages?: number; products?: number }): void => {
    const entry: RepositoryEntry | undefined = known.repositories.get(id);
    if (!entry) return;
    const before = found.get(entry.url);
    found.set(entry.url, {
      ...entry,
      known: true,
      stated: stated.has(entry.url),
      ownAddress: entry.url === own,
      fromPackages: Math.min(1, (before?.fromPackages ?? 0) + (from.packages ?? 0)),
      fromProducts: Math.min(1, (before?.fromProducts ?? 0) + (from.products ?? 0)),
      pointers: (before?.pointers ?? 0) + 1,
    });
  };
  for (const id of hits.repositories) addEntry(id, {});
  for (const { candidate, share } of after.packages)
    if (candidate.entry)
      for (const id of linked(known, packageKey(candidate.entry.id), entryKinds.repo))
        addEntry(id, { packages: share });
  for (const { candidate, share } of after.products)
    for (const id of linked(known, productKey(candidate.entry.id), entryKinds.repo)) addEntry(id, { products: share });
  for (const url of [...stated, ...(own ? [own] : []), ...composedAddresses(after.packages)])
    if (!found.has(url)) addAddress(found, url, { stated: stated.has(url), ownAddress: url === own });
  const candidates = [...found.values()];
  const judged = candidates.map((candidate) => repositoryFeatures(asked, candidate));
  return ranked(candidates, judged, model.repo);
}

const ownUrl = ({ parsed }: Asked): string =>
  `https://${parsed.coordinates?.namespace ?? ''}/${parsed.coordinates?.name ?? ''}`;

const composedAddresses = (packages: readonly Ranked<PackageCandidate>[]): string[] =>
  packages.map(({ candidate }) => candidate.composed?.repositoryUrl).filter((url) => typeof url === 'string');

function addAddress(
  found: Map<string, RepositoryCandidate>,
  url: string,
  origin: { stated: boolean; ownAddress: boolean },
): void {
  const repository = repositoryOrNull(url);
  if (!repository) return;
  const { host, owner, name } = repository;
  found.set(url, {
    url,
    host,
    owner,
    name,
    weight: 0,
    known: false,
    ...origin,
    fromPackages: 0,
    fromProducts: 0,
    pointers: 0,
  });
}

/** Ids of the given kind at the other ends of an entry's links. */
function linked(known: CatalogKnowledge, key: number, kind: number): number[] {
  const ids = new Set<number>();
  for (const link of known.links.get(key) ?? []) {
    const other = otherEnd(link, key);
    if (other.kind === kind) ids.add(other.id);
  }
  return [...ids];
}

function ranked<Candidate extends { readonly purl: string } | { readonly cpe: string } | { readonly url: string }>(
  candidates: readonly Candidate[],
  judged: readonly { values: number[]; names: NameAgreement }[],
  weights: { readonly none: number; readonly weights: readonly number[] },
): Ranked<Candidate>[] {
  const scores = judged.map(({ values }) => weighted(values, weights.weights));
  const shares = sharesOf(scores, weights.none);
  return candidates
    .map((candidate, index) => ({
      candidate,
      share: shares[index]!,
      features: judged[index]!.values,
      names: judged[index]!.names,
    }))
    .sort(
      (one, other) => other.share - one.share || (identifierOf(one.candidate) < identifierOf(other.candidate) ? -1 : 1),
    );
}

/** Ties are broken by the identifier, so that the same question always has the same answer. */
function identifierOf(candidate: { purl: string } | { cpe: string } | { url: string }): string {
  return 'purl' in candidate ? candidate.purl : 'cpe' in candidate ? candidate.cpe : candidate.url;
}
