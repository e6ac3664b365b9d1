import type { Sql } from '../../src/platform/database/sql.js';

/** A component of a list. */
export interface ListedComponent {
  readonly name: string;
  readonly org: string;
  readonly version: string;
  readonly purl?: string;
}

/** Random entries of the catalogue: packages with their purl, and as many products. */
export async function pickedEntries(sql: Sql, count: number): Promise<ListedComponent[]> {
  const packages = await sql.query<Required<ListedComponent>>(
    `SELECT name, coalesce(namespace, '') AS org, coalesce(versions[1], '') AS version, purl FROM catalog_packages
     WHERE type IN ('npm', 'maven', 'pypi', 'nuget', 'gem', 'golang', 'cargo', 'composer', 'deb')
     ORDER BY md5(purl) LIMIT $count`,
    { count },
  );
  const products = await sql.query<ListedComponent>(
    `SELECT coalesce(title, product) AS name, vendor AS org, coalesce(versions[1], '') AS version FROM catalog_products
     ORDER BY md5(cpe) LIMIT $count`,
    { count },
  );
  return packages.flatMap((one, index) => (products[index] ? [one, products[index]] : [one])).slice(0, count);
}

/** Kinds of noise as in the labelled rows, one after the other. */
const noises: readonly ((one: ListedComponent) => ListedComponent)[] = [
  (one) => ({ ...one, name: withTypo(one.name) }),
  ({ name, org, version }) => ({ name: `${org} ${name}`.trim(), org: '', version }),
  ({ name, org, version }) => ({ name: `${name} ${version}`.trim(), org, version: '' }),
  (one) => ({ ...one, org: '' }),
  (one) => ({ ...one, name: one.name.replaceAll(/[-_. ]+/g, one.name.length % 2 ? ' ' : '_').toUpperCase() }),
  (one) => ({ ...one, org: one.org === '' ? '' : `${one.org}, Inc.` }),
];

export const noisy = (entries: readonly ListedComponent[]): ListedComponent[] =>
  entries.map(({ name, org, version }, index) => noises[index % noises.length]!({ name, org, version }));

/** Swaps two letters in the middle. */
function withTypo(name: string): string {
  const at = Math.floor(name.length / 2);
  return at < 1 ? name : name.slice(0, at - 1) + name[at]! + name[at - 1]! + name.slice(at + 1);
}

/** An SBOM with these components and their identifiers. */
export function sbomOf(components: readonly ListedComponent[]): string {
  return JSON.stringify({
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    components: components.map(({ name, org, version, purl }, index) => ({
      type: 'library',
      'bom-ref': String(index),
      name,
      version,
      ...(org !== '' && { group: org }),
      ...(purl && { purl: version === '' ? purl : `${purl}@${encodeURIComponent(version)}` }),
    })),
  });
}
