import { entryKinds, type RepositoryEntry } from '../../../model/catalog-entry.js';
import { repositoryOn, repositoryOrNull } from '../../../model/repository.js';
import { linkedIds, packageKey, productKey, repoKey } from '../query/catalog-entries.js';
import type { PackageCandidate } from './package-features.js';
import type { ProductCandidate } from './product-features.js';
import { mergeAliases } from './merge-aliases.js';
import type { RankingContext } from './ranking-context.js';
import { scoreCandidates, type ScoredCandidate } from './score-candidates.js';
import { repositoryFeatures, type RepositoryCandidate, type RepositoryFeatures } from './repository-features.js';
import type { KindWeights } from './model-weights.js';

interface RankedBefore {
  readonly packages: readonly ScoredCandidate<PackageCandidate>[];
  readonly products: readonly ScoredCandidate<ProductCandidate>[];
}

type Draft = {
  -readonly [Key in keyof RepositoryCandidate]: RepositoryCandidate[Key];
} & { linkedIdentifiers: string[] };

export function rankRepositories(
  context: RankingContext,
  before: RankedBefore,
  weights: KindWeights,
): ScoredCandidate<RepositoryCandidate, RepositoryFeatures>[] {
  const drafts = new Map<string, Draft>();
  addEntries(drafts, context, before);
  addAddresses(drafts, context, before);
  return scoreCandidates([...drafts.values()], {
    featuresOf: (candidate) => repositoryFeatures(context.query, candidate),
    identifierOf: ({ url }) => url,
    isGuess: ({ entry, isDeclared, ownAddress, fromPackages }) =>
      entry === null && !isDeclared && !ownAddress && fromPackages === 0,
    merge: (scored) =>
      mergeAliases(scored, {
        nameOf: ({ entry, isDeclared, ownAddress, name }) =>
          entry === null || isDeclared || ownAddress ? null : name.toLowerCase(),
        // Not by products: forks are linked with the product of what they were forked from.
        linksOf: ({ entry }) => linkedIds(context.entries, repoKey(entry!.id), entryKinds.package),
      }),
    weights,
  });
}

function addEntries(
  drafts: Map<string, Draft>,
  { hits, entries }: RankingContext,
  { packages, products }: RankedBefore,
): void {
  const at = (id: number): Draft | null => {
    const entry = entries.repositories.get(id);
    return entry ? draftOf(drafts, entry.url, entry) : null;
  };
  for (const id of hits.repositories) at(id);
  for (const id of hits.related.repositories) {
    const draft = at(id);
    if (draft) draft.ofNamespace = true;
  }
  for (const { candidate, probability, names } of packages) {
    if (!candidate.entry) continue;
    for (const id of linkedIds(entries, packageKey(candidate.entry.id), entryKinds.repo)) {
      const draft = at(id);
      if (!draft) continue;
      draft.fromPackages = Math.min(1, draft.fromPackages + probability);
      if (names.same || names.sameCut) draft.namesakes += 1;
      if ((names.same || names.sameCut) && candidate.type === 'deb') draft.fromDistribution = true;
      draft.linkedIdentifiers.push(candidate.purl);
    }
  }
  for (const { candidate, probability } of products)
    for (const id of linkedIds(entries, productKey(candidate.entry.id), entryKinds.repo)) {
      const draft = at(id);
      if (!draft) continue;
      draft.fromProducts = Math.min(1, draft.fromProducts + probability);
      draft.linkedIdentifiers.push(candidate.cpe);
    }
}

/** Declared repositories, those of the coordinates, and owner and name on GitHub. */
function addAddresses(drafts: Map<string, Draft>, { query }: RankingContext, { packages }: RankedBefore): void {
  for (const url of query.declared.repositories) {
    const draft = draftOf(drafts, url, null);
    if (draft) draft.isDeclared = true;
  }
  const { parsed } = query;
  if (parsed.coordinates?.type === 'golang') {
    const own = repositoryOrNull(`https://${parsed.coordinates.namespace ?? ''}/${parsed.coordinates.name}`);
    const draft = own && draftOf(drafts, own.url, null);
    if (draft) draft.ownAddress = true;
  }
  for (const { candidate, probability } of packages.slice(0, 5)) {
    const url = candidate.generated?.repositoryUrl;
    const draft = url ? draftOf(drafts, url, null) : null;
    if (draft && candidate.entry === null) draft.fromPackages = Math.min(1, draft.fromPackages + probability);
  }
  const { name, org } = parsed.parses[0]!;
  const owner = org.replace(/^@/, '').trim();
  if (/^[\w-]{2,39}$/.test(owner) && /^[\w.-]{2,100}$/.test(name)) {
    const path = `${owner}/${name}`.toLowerCase();
    const url = `https://github.com/${path}`;
    const draft = drafts.get(url) ?? addDraft(drafts, url, { address: repositoryOn('github.com', path), entry: null });
    if (draft) draft.isGenerated = true;
  }
}

function draftOf(drafts: Map<string, Draft>, url: string, entry: RepositoryEntry | null): Draft | null {
  return drafts.get(url) ?? addDraft(drafts, url, { address: entry ?? repositoryOrNull(url), entry });
}

interface DraftSource {
  readonly address: Pick<RepositoryCandidate, 'url' | 'host' | 'owner' | 'name'> | null;
  readonly entry: RepositoryEntry | null;
}

function addDraft(drafts: Map<string, Draft>, url: string, { address, entry }: DraftSource): Draft | null {
  if (!address) return null;
  const draft: Draft = {
    url: address.url,
    host: address.host,
    owner: address.owner,
    name: address.name,
    entry,
    weight: entry?.weight ?? 0,
    isDeclared: false,
    ownAddress: false,
    isGenerated: false,
    fromPackages: 0,
    fromProducts: 0,
    linkedIdentifiers: [],
    namesakes: 0,
    fromDistribution: false,
    ofNamespace: false,
    prepared: null,
  };
  drafts.set(url, draft);
  return draft;
}
