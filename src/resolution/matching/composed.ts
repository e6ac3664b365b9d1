import { buildPurl, PurlError, purlWithoutVersion, registryKey } from '../../model/purl.js';
import { repositoryFromPurl } from '../../model/repository.js';
import type { Asked } from './asked.js';
import { composers, type ComposedName } from './composers.js';
import type { Neighbours } from './neighbours.js';

/** A package put together from what the list says, whether the catalogue knows it or not. */
export interface ComposedPackage {
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
const leastShare = 0.03;
const mostEcosystems = 4;
const mostReadings = 2;

/**
 * purls that the component may have, by ecosystem and reading; ones that break the purl rules are left out.
 * `neighbours` are known only after the catalogue was asked.
 */
export function composePackages(
  { parsed, shares }: Pick<Asked, 'parsed' | 'shares'>,
  neighbours: Neighbours | null = null,
): ComposedPackage[] {
  const likely = [...shares]
    .map(([type, share]) => [type, share + (neighbours?.typeShare(type) ?? 0) / 2] as const)
    .filter(([type, share]) => share >= leastShare && composers[type])
    .sort((one, other) => other[1] - one[1])
    .slice(0, mostEcosystems);
  const found = new Map<string, ComposedPackage>();
  const add = (type: string, name: ComposedName, borrowed: boolean): void => {
    const composed = compose(type, name, borrowed);
    if (composed && !found.has(composed.key)) found.set(composed.key, composed);
  };
  for (const [type] of likely)
    for (const reading of parsed.readings.slice(0, mostReadings)) {
      const names = composers[type]!(reading);
      for (const name of names) add(type, name, false);
      if (names.length === 0 && neighbours)
        for (const namespace of neighbours.namespaces(type))
          for (const name of composers[type]!({ ...reading, org: namespace })) add(type, name, true);
    }
  return [...found.values()];
}

function compose(type: string, { namespace, name }: ComposedName, borrowed: boolean): ComposedPackage | null {
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
