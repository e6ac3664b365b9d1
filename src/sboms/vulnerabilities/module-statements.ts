import { goModule, modulesAround } from '../../model/distribution-names.js';
import { isPartOfGo, withoutGoPrefix } from '../../model/go-paths.js';
import { formatPurl, type Purl, purlOrNull } from '../../model/purl.js';
import type { Sql } from '../../platform/database/sql.js';

/** A module of Go that may hold a package, under the identifiers that documents have for it. */
interface IdentifiedModule {
  readonly module: string;
  readonly identifiers: readonly string[];
}

/** The modules of Go that may hold a package: what is said of one at the package's version is said of the package. */
export function modulesHolding(identifiers: readonly string[]): IdentifiedModule[] {
  return identifiers.flatMap((identifier) => {
    const purl = purlOrNull(identifier);
    return (purl ? modulesAround(purl) : []).map((module) => ({
      module,
      identifiers: isPartOfGo(module) ? partsOfGo(purl!, module) : [moduleAt(purl!, module)],
    }));
  });
}

const moduleAt = (purl: Purl, path: string): string => formatPurl({ ...purl, ...goModule(path), subpath: null });

/** The standard library has two names, and Go's versions are written with and without prefix. */
function partsOfGo(purl: Purl, module: string): string[] {
  const plain = withoutGoPrefix(purl.version ?? '').replace(/^v/, '');
  const versions = plain === '' ? [null] : [plain, `go${plain}`, `v${plain}`];
  const names = module === 'stdlib' ? [module, 'std'] : [module];
  return names.flatMap((name) => versions.map((version) => moduleAt({ ...purl, version }, name)));
}

/** A component, and a module that holds it by its path. */
export interface HeldComponent {
  readonly id: string;
  readonly module: string;
}

/**
 * Of the packages of the modules that statements are on, by the index of the product, those that have the vulnerability
 * by an advisory on the module alone.
 *
 * @param vulnerabilities names of it, by the index of the product
 */
export async function vulnerableMembers(
  sql: Sql,
  sbomId: string,
  held: ReadonlyMap<number, readonly HeldComponent[]>,
  vulnerabilities: readonly (readonly string[])[],
): Promise<Map<number, HeldComponent[]>> {
  if (held.size === 0) return new Map();
  const rows = await sql.query<HeldComponent & { names: string[] }>(
    `SELECT s.component_id AS id, v.module, v.names
     FROM component_scores s JOIN entity_vulnerabilities v ON v.entity_id = s.entity_id AND v.module IS NOT NULL
     WHERE s.sbom_id = $sbomId AND s.component_id = ANY ($ids::uuid[])`,
    { sbomId, ids: [...new Set([...held.values()].flatMap((some) => some.map(({ id }) => id)))] },
  );
  const known = new Set(rows.flatMap((row) => row.names.map((name) => keyOf(row, name))));
  const members = [...held].map(([index, components]) => {
    const having = components.filter((one) => vulnerabilities[index]!.some((name) => known.has(keyOf(one, name))));
    return [index, having] as const;
  });
  return new Map(members.filter(([, having]) => having.length > 0));
}

const keyOf = ({ id, module }: HeldComponent, vulnerability: string): string => `${id} ${module} ${vulnerability}`;

/** Why what is said of a module is on none of its packages. */
export const unheldReason =
  'Components of the SBOM are packages of the module, but none is known to have the vulnerability by an advisory on it; if the SBOM was just imported, import the statements again once it is scored';

/** The words of a statement on a module, where it is on a package of it. */
export const onModule = (justification: string, module: string): string => `${justification} (on the module ${module})`;
