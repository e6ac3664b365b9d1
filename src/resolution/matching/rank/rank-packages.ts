import { entryKinds, type PackageEntry } from '../../../model/catalog-entry.js';
import { parsePurl, registryKey } from '../../../model/purl.js';
import { compact } from '../../../model/names/normalise.js';
import { purlTypes } from '../../../model/purl-types.js';
import { isTypo } from '../compare/edit-distance.js';
import { normalizedPackage, normalizedRepository, type NormalizedOrganization } from '../compare/normalized-names.js';
import { generatePackages, type GeneratedPackage } from '../query/generated-packages.js';
import {
  linkedIds,
  packageKey,
  productKey,
  repoKey,
  type CatalogHits,
  type CatalogEntries,
} from '../query/catalog-entries.js';
import { isDistributionType } from '../query/distribution.js';
import { packageFeatures, type PackageCandidate, type PackageFeatures } from './package-features.js';
import type { RankingContext } from './ranking-context.js';
import { scoreCandidates, type ScoredCandidate } from './score-candidates.js';
import type { KindWeights } from './model-weights.js';

const noneGenerated: ReadonlyMap<string, GeneratedPackage> = new Map();

export function rankPackages(
  context: RankingContext,
  weights: KindWeights,
): ScoredCandidate<PackageCandidate, PackageFeatures>[] {
  const { query, hits, entries, similar } = context;
  // By the registry's key: another spelling of a purl is the same candidate.
  const candidates = new Map<string, PackageCandidate>();
  const declared = new Map(query.declared.purls.map(({ key, purl }) => [key, purl]));
  const listed = packageEntries(hits, entries).map((entry) => [registryKey(entry.type, entry.purl), entry] as const);
  // No package is generated where the catalogue lists the declared one, or cannot.
  const isListed = listed.some(([key]) => declared.has(key));
  const isFinal = isListed || query.declared.isForeign;
  const generated = isFinal ? noneGenerated : new Map(generatePackages(query, similar).map((one) => [one.key, one]));
  for (const [key, entry] of listed)
    candidates.set(key, {
      // Hot: spreading the entry would cost most here.
      purl: entry.purl,
      type: entry.type,
      namespace: entry.namespace,
      name: entry.name,
      entry,
      generated: generated.get(key) ?? null,
      isDeclared: declared.has(key),
      besideTypo: false,
      besideSame: false,
      owners: ownersOf(entry, entries),
    });
  for (const [key, one] of generated)
    if (!candidates.has(key)) candidates.set(key, generatedCandidate(one, declared.has(key), listed));
  for (const [key, purl] of declared) if (!candidates.has(key)) addDeclared(candidates, key, purl);
  return scoreCandidates([...candidates.values()].filter(isNoSourceOf(candidates)), {
    featuresOf: (candidate) => packageFeatures(context, candidate),
    identifierOf: ({ purl }) => purl,
    isGuess: (candidate) => isGuess(context, candidate),
    weights,
  });
}

/** From this probability on, a component that gives name and namespace has complete coordinates of the ecosystem. */
const minEcosystemProbability = 0.25;
/** A name without namespace is complete only where nearly all of the list is of the ecosystem, */
const minListPortion = 0.8;
/** without a list where its own syntax hardly leaves another one, */
const minSyntaxProbability = 0.7;
/** or where listed packages whose names begin alike are mostly of it, and its syntax does not contradict. */
const minFamilyPortion = 0.4;
const minFamilyProbability = 0.2;

/** Generated from coordinates that the component does not have complete: its ecosystem or namespace is supposed. */
function isGuess(
  { query, similar }: RankingContext,
  { entry, isDeclared, generated, type, besideTypo, besideSame }: PackageCandidate,
): boolean {
  if (entry !== null || isDeclared) return false;
  // A typing error is more frequent than a package that differs from a known one in nothing else.
  if (besideTypo || besideSame) return true;
  const { parsed, distribution, ecosystemProbabilities, evidence } = query;
  if (generated === null || generated.borrowed) return true;
  const isVerbatim = parsed.parses.some((one) => one.name.toLowerCase() === generated.name.toLowerCase());
  if (!isVerbatim && parsed.ecosystem !== type) return true;
  if (parsed.ecosystem === type) return false;
  if (isDistributionType(type)) return distribution?.type !== type;
  const probability = ecosystemProbabilities.get(type) ?? 0;
  if (generated.namespace === null) {
    const portions = evidence.context?.ecosystems ?? {};
    // A list has changed the probabilities: they no longer say what the syntax does.
    const isOfList = Object.keys(portions).length > 0;
    const isComplete = isOfList ? (portions[type] ?? 0) >= minListPortion : probability >= minSyntaxProbability;
    const isOfFamily = probability >= minFamilyProbability && similar.typeProbability(type) >= minFamilyPortion;
    return !isComplete && !isOfFamily;
  }
  // "lexer" of "doctrine": the catalogue knows this vendor's packages, of this ecosystem.
  if (similar.isKnownNamespace(type, generated.namespace)) return false;
  return probability < minEcosystemProbability;
}

/** A GitHub repository with owner and name of a Packagist package is its source, not another package. */
function isNoSourceOf(candidates: ReadonlyMap<string, PackageCandidate>): (one: PackageCandidate) => boolean {
  return ({ type, namespace, name, isDeclared }) =>
    type !== 'github' || isDeclared || !candidates.get(`pkg:composer/${namespace}/${name}`)?.entry;
}

function generatedCandidate(
  generated: GeneratedPackage,
  isDeclared: boolean,
  listed: readonly (readonly [string, PackageEntry])[],
): PackageCandidate {
  const { purl, type, namespace, name } = generated;
  const text = compact(`${namespace ?? ''} ${name}`);
  const others = listed.flatMap(([, entry]) => (entry.type === type ? [textOf(entry)] : []));
  const besideTypo = others.some((other) => isTypo(text, other));
  const besideSame = others.includes(text);
  return { purl, type, namespace, name, entry: null, generated, isDeclared, besideTypo, besideSame, owners: [] };
}

/** Letters and digits of namespace and name. */
function textOf(entry: PackageEntry): string {
  const { compact: name, qualified } = normalizedPackage(entry);
  return qualified === '' ? name : qualified;
}

/** The declared purl is a candidate, whether the catalogue lists it or not. */
function addDeclared(candidates: Map<string, PackageCandidate>, key: string, purl: string): void {
  const { type, namespace, name } = parsePurl(purl, 'repair');
  if (!purlTypes.has(type)) return;
  const unlisted = { entry: null, generated: null, besideTypo: false, besideSame: false, owners: [] };
  candidates.set(key, { purl, type, namespace, name, isDeclared: true, ...unlisted });
}

/** Packages among the hits and those linked with a hit; only of registered purl types. */
function packageEntries(hits: CatalogHits, entries: CatalogEntries): PackageEntry[] {
  const ids = new Set(hits.packages);
  const follow = (key: number): void => {
    for (const id of linkedIds(entries, key, entryKinds.package)) ids.add(id);
  };
  for (const id of hits.products) follow(productKey(id));
  for (const id of hits.repositories) follow(repoKey(id));
  for (const id of hits.packages) follow(packageKey(id));
  const found: PackageEntry[] = [];
  for (const id of ids) {
    const entry = entries.packages.get(id);
    if (entry && purlTypes.has(entry.type)) found.push(entry);
  }
  return found;
}

function ownersOf(entry: PackageEntry, entries: CatalogEntries): NormalizedOrganization[] {
  const owners: NormalizedOrganization[] = [];
  for (const id of linkedIds(entries, packageKey(entry.id), entryKinds.repo)) {
    const repository = entries.repositories.get(id);
    if (repository && repository.owner !== '') owners.push(normalizedRepository(repository).organization);
  }
  return owners;
}
