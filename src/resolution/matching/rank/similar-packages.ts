import type { PackageEntry } from '../../../model/catalog-entry.js';
import { ownerText } from '../../../model/names/lookup-key.js';
import { namespaceOwner } from '../../../model/names/namespace-owner.js';
import { purlTypes } from '../../../model/purl-types.js';
import type { ComponentQuery } from '../compare/component-query.js';
import { normalizedPackage } from '../compare/normalized-names.js';
import type { CatalogHits, CatalogEntries } from '../query/catalog-entries.js';
import type { NamespaceHints } from '../query/generated-packages.js';

/**
 * What packages with similar names say: "logstash-filter-metrics" starts like many gems, "mongodb-driver-sync" like
 * artifacts of the group org.mongodb.
 */
export interface SimilarPackages extends NamespaceHints {
  namespaceProbability(type: string, namespace: string | null): number;
  /** The catalogue lists packages of this namespace. */
  isKnownNamespace(type: string, namespace: string | null): boolean;
  /** The catalogue lists packages of other namespaces of the same owner. */
  isKnownOwner(type: string, namespace: string | null): boolean;
}

/** Added to the total: a few similar packages prove little. */
const smoothing = 2;

export function findSimilarPackages(
  query: Pick<ComponentQuery, 'names'>,
  hits: CatalogHits,
  { packages }: CatalogEntries,
): SimilarPackages {
  const types = new Map<string, number>();
  const namespaces = new Map<string, number>();
  const entries: PackageEntry[] = [];
  let known: ReadonlySet<string> | null = null;
  let total = 0;
  for (const id of [...hits.packages, ...hits.related.packages]) {
    const entry = packages.get(id);
    if (!entry || !purlTypes.has(entry.type) || entry.type === 'github') continue;
    entries.push(entry);
    const weight = similarity(query, entry);
    if (weight === 0) continue;
    total += weight;
    add(types, entry.type, weight);
    if (entry.namespace !== null) add(namespaces, `${entry.type}/${entry.namespace}`, weight);
  }
  // Computed on first use: only for unlisted packages.
  const isKnown = (key: string): boolean => (known ??= namespacesOf(entries)).has(key);
  const probability = (counts: ReadonlyMap<string, number>, key: string): number =>
    (counts.get(key) ?? 0) / (total + smoothing);
  return {
    typeProbability: (type) => probability(types, type),
    namespaceProbability: (type, namespace) =>
      namespace === null ? 0 : probability(namespaces, `${type}/${namespace}`),
    namespaces: (type) =>
      [...namespaces]
        .filter(([key]) => key.startsWith(`${type}/`))
        .sort((one, other) => other[1] - one[1] || (one[0] < other[0] ? -1 : 1))
        .slice(0, 2)
        .map(([key]) => key.slice(type.length + 1)),
    isKnownNamespace: (type, namespace) => namespace !== null && isKnown(`${type}/${namespace}`.toLowerCase()),
    isKnownOwner: (type, namespace) => {
      const owner = namespace === null ? null : namespaceOwner(type, namespace);
      return owner !== null && isKnown(ownerText(type, owner));
    },
  };
}

/** Namespaces of the packages, and their owners. */
function namespacesOf(entries: readonly PackageEntry[]): Set<string> {
  const found = new Set<string>();
  for (const { type, namespace } of entries) {
    if (namespace === null) continue;
    found.add(`${type}/${namespace}`.toLowerCase());
    const owner = namespaceOwner(type, namespace);
    if (owner !== null) found.add(ownerText(type, owner));
  }
  return found;
}

/** 1 for the same first word, more for more leading words in common; 0 for the same name. */
function similarity({ names }: Pick<ComponentQuery, 'names'>, entry: PackageEntry): number {
  const normalized = normalizedPackage(entry);
  const component = names[0]!;
  if (normalized.compact === component.compact) return 0;
  let common = 0;
  while (common < component.words.length && component.words[common] === normalized.words[common]) common += 1;
  return common === 0 || (common === 1 && component.words[0]!.length < 3) ? 0 : 2 * common - 1;
}

function add(counts: Map<string, number>, key: string, weight: number): void {
  counts.set(key, (counts.get(key) ?? 0) + weight);
}
