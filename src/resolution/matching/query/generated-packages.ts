import { buildPurl, PurlError, purlWithoutVersion, registryKey } from '../../../model/purl.js';
import { repositoryFromPurl } from '../../../model/repository.js';
import type { CatalogQuery } from './catalog-query.js';
import { isDistributionType, namespacesOf } from './distribution.js';
import { purlTemplates, type PurlName } from './purl-templates.js';

/** A package generated from the component's name, organization and version; the catalogue may or may not list it. */
export interface GeneratedPackage {
  readonly key: string;
  readonly purl: string;
  readonly type: string;
  readonly namespace: string | null;
  readonly name: string;
  /** The address that the coordinates give (Go paths, code hosts); null for others. */
  readonly repositoryUrl: string | null;
  /** The namespace is that of packages with similar names, not one of the component. */
  readonly borrowed: boolean;
}

/** What packages with similar names say of the ecosystem and namespace. */
export interface NamespaceHints {
  typeProbability(type: string): number;
  /** The most frequent namespaces of the type. */
  namespaces(type: string): string[];
}

/** No packages are generated for less likely ecosystems. */
const minProbability = 0.03;
const maxEcosystems = 4;
const maxParses = 2;

/**
 * The purls that the component may have, by ecosystem and parse of its name, without those that break the purl rules.
 * `hints` exist only after the lookup.
 */
export function generatePackages(
  { parsed, ecosystemProbabilities, distribution }: CatalogQuery,
  hints: NamespaceHints | null = null,
): GeneratedPackage[] {
  const likely = [...ecosystemProbabilities]
    .map(([type, probability]) => [type, probability + (hints?.typeProbability(type) ?? 0) / 2] as const)
    .filter(([type, probability]) => probability >= minProbability && purlTemplates[type])
    .sort((one, other) => other[1] - one[1])
    .slice(0, maxEcosystems);
  const found = new Map<string, GeneratedPackage>();
  const add = (type: string, name: PurlName, borrowed: boolean): void => {
    const generated = generatePackage(type, name, borrowed);
    if (generated && !found.has(generated.key)) found.set(generated.key, generated);
  };
  for (const [type] of likely)
    for (const parse of parsed.parses.slice(0, maxParses)) {
      const names = purlTemplates[type]!(parse, isDistributionType(type) ? namespacesOf(distribution, type) : []);
      for (const name of names) add(type, name, false);
      if (names.length === 0 && hints)
        for (const namespace of hints.namespaces(type))
          for (const name of purlTemplates[type]!({ ...parse, org: namespace })) add(type, name, true);
    }
  return [...found.values()];
}

/** By what they are generated from: the lookup and the ranking of a component generate the same ones. */
const cache = new Map<string, GeneratedPackage | null>();
const maxCached = 10_000;

function generatePackage(type: string, { namespace, name }: PurlName, borrowed: boolean): GeneratedPackage | null {
  const text = `${borrowed ? '+' : ''}${type}/${namespace ?? ''}//${name}`;
  let generated = cache.get(text);
  if (generated === undefined) {
    if (cache.size >= maxCached) cache.clear();
    cache.set(text, (generated = buildPackage(type, { namespace, name }, borrowed)));
  }
  return generated;
}

/** "../client/v2" is a folder of whoever made the list, and a package of no registry. */
const relativePath = /(?:^|\/)\.{1,2}(?:\/|$)/;

function buildPackage(type: string, { namespace, name }: PurlName, borrowed: boolean): GeneratedPackage | null {
  if (relativePath.test(`${namespace ?? ''}/${name}`)) return null;
  try {
    const purl = buildPurl({ type, namespace, name });
    const plain = purlWithoutVersion(purl);
    return {
      key: registryKey(type, plain),
      purl: plain,
      type,
      namespace: purl.namespace,
      name: purl.name,
      repositoryUrl: repositoryFromPurl(purl)?.url ?? null,
      borrowed,
    };
  } catch (error) {
    if (error instanceof PurlError) return null;
    throw error;
  }
}
