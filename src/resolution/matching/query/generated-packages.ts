import { buildPurl, PurlError, purlWithoutVersion, registryKey } from '../../../model/purl.js';
import { repositoryFromPurl } from '../../../model/repository.js';
import type { ComponentQuery } from '../compare/component-query.js';
import { purlTemplates, type PurlName } from './purl-templates.js';
import type { SimilarPackages } from '../rank/similar-packages.js';

/** A package put together from what the list says, whether the catalogue knows it or not. */
export interface GeneratedPackage {
  readonly key: string;
  readonly purl: string;
  readonly type: string;
  readonly namespace: string | null;
  readonly name: string;
  /** The address that the coordinates themselves name (Go paths, code hosts); null for others. */
  readonly repositoryUrl: string | null;
  /** The namespace is none that the list names, but that of packages with similar names. */
  readonly borrowed: boolean;
}

/** Ecosystems less likely than this are not composed for. */
const minProbability = 0.03;
const maxEcosystems = 4;
const maxParses = 2;

/**
 * purls that the component may have, by ecosystem and reading; ones that break the purl rules are left out.
 * `neighbours` are known only after the catalogue was asked.
 */
export function generatePackages(
  { parsed, shares }: Pick<ComponentQuery, 'parsed' | 'shares'>,
  neighbours: SimilarPackages | null = null,
): GeneratedPackage[] {
  const likely = [...shares]
    .map(([type, share]) => [type, share + (neighbours?.typeProbability(type) ?? 0) / 2] as const)
    .filter(([type, share]) => share >= minProbability && purlTemplates[type])
    .sort((one, other) => other[1] - one[1])
    .slice(0, maxEcosystems);
  const found = new Map<string, GeneratedPackage>();
  const add = (type: string, name: PurlName, borrowed: boolean): void => {
    const composed = generatePackage(type, name, borrowed);
    if (composed && !found.has(composed.key)) found.set(composed.key, composed);
  };
  for (const [type] of likely)
    for (const reading of parsed.parses.slice(0, maxParses)) {
      const names = purlTemplates[type]!(reading);
      for (const name of names) add(type, name, false);
      if (names.length === 0 && neighbours)
        for (const namespace of neighbours.namespaces(type))
          for (const name of purlTemplates[type]!({ ...reading, org: namespace })) add(type, name, true);
    }
  return [...found.values()];
}

function generatePackage(type: string, { namespace, name }: PurlName, borrowed: boolean): GeneratedPackage | null {
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
