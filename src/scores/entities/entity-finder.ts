import { cpeKey, cpeWithVersion, formatCpe, parseCpe } from '../../model/cpe.js';
import { type Cpe, plainCpeValue } from '../../model/cpe-name.js';
import { entityId } from '../../model/entity.js';
import { notFound } from '../../model/errors.js';
import { buildPurl, formatPurl, parsePurl, type Purl, purlKey } from '../../model/purl.js';
import { parseRepository, type Repository } from '../../model/repository.js';
import { declaredVersion } from '../../model/versions/declared-version.js';
import { compareVersions, schemeForPurlType } from '../../model/versions/versions.js';
import type { Sql } from '../../platform/database/sql.js';
import { advisoryKeys } from '../vulnerabilities/advisory-subjects.js';
import { contradictionError, type IdentifiedEntry, rejectContradictions } from './contradiction.js';
import {
  hasAdvisories,
  linkedPackages,
  kindNumbers as kinds,
  type LinkedEntry,
  linkedEntries,
  packagesByKey,
  type PackageRow,
  productsByKey,
  productRows,
  repositoriesByUrl,
  repositoryRows,
} from './entities.repository.js';
import { type EntityRows, type ResolvedEntity, isDistribution } from './entity.js';
import { type GivenIdentifiers, versionOfCpe } from './entity-identifiers.js';
import { primaryPackage } from './primary-package.js';

/**
 * Finds the entity of the identifiers and completes its other identities by the catalogue's links.
 *
 * @throws {CallerError} 404 where no source has any of the identifiers, 409 where they name different things
 */
export async function findEntity(sql: Sql, given: GivenIdentifiers): Promise<ResolvedEntity> {
  const version = agreedVersion(given);
  const [ownRows] = (await catalogRows(sql, [given])) as [EntityRows];
  const entries = catalogEntries(ownRows);
  if (entries.length === 0 && !(given.purl && (await hasAdvisories(sql, advisoryKeys(given.purl)))))
    throw notFound('entity: no source has any of these identifiers');
  const links = await linkedEntries(sql, entries);
  rejectContradictions(entries, links);
  const rows = await completeRows(sql, ownRows, { given, links });
  return buildEntity(given, rows, version);
}

/** The catalogue's rows of the identifiers themselves, for each of many entities. */
export async function catalogRows(sql: Sql, all: readonly GivenIdentifiers[]): Promise<EntityRows[]> {
  const packages = await packagesByKey(sql, all.flatMap(({ purl }) => (purl ? [purlKey(purl)] : []))); // prettier-ignore
  const products = await productsByKey(sql, all.flatMap(({ cpe }) => (cpe ? [cpeKey(cpe)!] : []))); // prettier-ignore
  const repositories = await repositoriesByUrl(sql, all.flatMap(({ repository }) => repository?.url ?? [])); // prettier-ignore
  return all.map(({ purl, cpe, repository }) => ({
    package: (purl && packages.get(purlKey(purl))) ?? null,
    product: (cpe && products.get(cpeKey(cpe)!)) ?? null,
    repository: (repository && repositories.get(repository.url)) ?? null,
  }));
}

/** @throws {CallerError} 409 where purl and CPE have different versions */
function agreedVersion({ purl, cpe }: GivenIdentifiers): string {
  const [ofPurl, ofCpe] = [purl?.version ?? '', versionOfCpe(cpe)];
  if (purl && cpe && ofPurl !== '' && ofCpe !== '') {
    const plain = (text: string): string => text.replace(/^v(?=\d)/i, '');
    if (compareVersions(schemeForPurlType(purl.type), plain(ofPurl), plain(ofCpe)) !== 0)
      throw contradictionError(
        { field: 'package_id', identifier: formatPurl(purl) },
        { field: 'product_id', identifier: formatCpe(cpe) },
      );
  }
  return ofPurl || ofCpe;
}

function catalogEntries(rows: EntityRows): IdentifiedEntry[] {
  const entries: IdentifiedEntry[] = [];
  const { package: pack, product, repository } = rows;
  if (pack)
    entries.push({ field: 'package_id', kind: kinds.package, id: pack.id, identifier: pack.purl, name: pack.name });
  if (product) entries.push({ field: 'product_id', kind: kinds.product, id: product.id, identifier: product.cpe, name: product.product }); // prettier-ignore
  if (repository) entries.push({ field: 'repo_id', kind: kinds.repository, id: repository.id, identifier: repository.url, name: repository.name }); // prettier-ignore
  return entries;
}

/** Adds rows of the kinds that were not given, by links; the first row found may link to one that is still missing. */
async function completeRows(
  sql: Sql,
  own: EntityRows,
  { given, links: initialLinks }: { given: GivenIdentifiers; links: readonly LinkedEntry[] },
): Promise<EntityRows> {
  let rows = own;
  let links = initialLinks;
  let entries = catalogEntries(own);
  for (let round = 0; round < 2; round += 1) {
    const missing = {
      package: given.purl === null && rows.package === null,
      product: given.cpe === null && rows.product === null,
      repository: given.repository === null && rows.repository === null,
    };
    const idsOf = (kind: number): number[] => rankedIds(links, kind);
    const before = rows;
    rows = {
      package: missing.package ? await packageOf(sql, given, entries) : rows.package,
      product: missing.product ? await firstOf(productRows, sql, idsOf(kinds.product)) : rows.product,
      repository: missing.repository ? await firstOf(repositoryRows, sql, idsOf(kinds.repository)) : rows.repository,
    };
    const fresh = catalogEntries(rows).filter(
      ({ kind, id }) => !catalogEntries(before).some((entry) => entry.kind === kind && entry.id === id),
    );
    if (fresh.length === 0) break;
    entries = fresh;
    links = await linkedEntries(sql, fresh);
  }
  if (given.purl) return rows;
  // The product found meanwhile may be linked with a package whose name is more similar.
  return { ...rows, package: await packageOf(sql, given, catalogEntries({ ...rows, package: null })) };
}

/** Ids of a kind, by the number of entries that link to them, then by the number of sources. */
function rankedIds(links: readonly LinkedEntry[], kind: number): number[] {
  const weights = new Map<number, number>();
  for (const link of links)
    if (link.kind === kind) weights.set(link.id, (weights.get(link.id) ?? 0) + 1_000 + link.sources);
  return [...weights].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([id]) => id);
}

async function firstOf<Row extends { readonly id: number }>(
  read: (sql: Sql, ids: readonly number[]) => Promise<Row[]>,
  sql: Sql,
  ids: readonly number[],
): Promise<Row | null> {
  const [first] = ids;
  return first === undefined ? null : ((await read(sql, [first]))[0] ?? null);
}

/** That of the product or repository that was asked for. */
async function packageOf(
  sql: Sql,
  { cpe, repository }: GivenIdentifiers,
  entries: readonly IdentifiedEntry[],
): Promise<PackageRow | null> {
  return primaryPackage(cpe ? plainCpeValue(cpe.product) : repository!.name, await linkedPackages(sql, entries));
}

/** Go versions have a leading "v", CPE versions do not. */
const purlVersion = (type: string, version: string): string =>
  type === 'golang' && /^\d/.test(version) ? `v${version}` : version;
const cpeVersion = (version: string): string => version.replace(/^v(?=\d)/i, '');

export function buildEntity(given: GivenIdentifiers, rows: EntityRows, writtenVersion: string): ResolvedEntity {
  const version = declaredVersion(writtenVersion);
  const plainPurl: Purl | null = given.purl ?? (rows.package && parsePurl(rows.package.purl, 'repair'));
  const purl =
    plainPurl &&
    buildPurl({ ...plainPurl, version: plainPurl.version ?? purlVersion(plainPurl.type, version) }, 'repair');
  const plainCpe: Cpe | null = given.cpe ?? (rows.product && parseCpe(rows.product.cpe));
  // The version of a distribution's package is not the version of the product.
  const fits = version !== '' && !(purl && isDistribution(purl.type));
  const cpe =
    plainCpe && (versionOfCpe(plainCpe) === '' && fits ? cpeWithVersion(plainCpe, cpeVersion(version)) : plainCpe);
  const repository: Repository | null = given.repository ?? (rows.repository && parseRepository(rows.repository.url));
  return {
    id: entityId({
      purl: purl && formatPurl(purl),
      cpe: cpe && formatCpe(cpe).toLowerCase(),
      repoUrl: repository?.url ?? null,
    }),
    name: purl?.name ?? (cpe ? plainCpeValue(cpe.product) : (repository?.name ?? '')),
    org: purl ? (purl.namespace ?? '') : cpe ? plainCpeValue(cpe.vendor) : (repository?.owner ?? ''),
    // One entity has one spelling of its version, whichever identifier was given.
    version: declaredVersion(purl?.version ?? version),
    purl,
    cpe,
    repository,
    rows,
  };
}
