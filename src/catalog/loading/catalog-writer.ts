import type { DatabaseSession, Sql } from '../../platform/database/sql.js';
import { entryKinds } from '../../model/catalog-entry.js';
import { identifyPackage, identifyProduct, identifyRepository } from './identify.js';
import type { CatalogRecord, LinkRecord, PackageRecord, ProductRecord } from './records.js';
import { linkStage, packageStage, productStage, repositoryStage } from './entry-stages.js';
import {
  addProductNames,
  addSecurityRecord,
  createSharedStages,
  makeSecurityStages,
  type SecurityStages,
} from './security-stages.js';
import { entriesChanged } from '../sources.repository.js';
import { StagingTable } from './staging-table.js';

interface LinkEnd {
  readonly kind: number;
  readonly key: string;
}

/** So many are named: a publisher may have releases or addresses in them. */
export const maxUnknownEcosystems = 20;

const entryRecords: ReadonlySet<CatalogRecord['kind']> = new Set(['package', 'product', 'link', 'repository']);

/**
 * Writes the records of one source: canonical identifiers, COPY into staging tables, one merge at the end. Nothing is
 * visible before `finish`, which is idempotent.
 */
export class CatalogWriter {
  private readonly packages: StagingTable;
  private readonly products: StagingTable;
  private readonly repositories: StagingTable;
  private readonly links: StagingTable;
  private readonly security: SecurityStages;
  private count = 0;
  private skipped = 0;
  private entries = false;
  /** Of packages that nothing is compared with, by their names without a release. */
  readonly unknownEcosystems = new Set<string>();

  constructor(
    private readonly session: DatabaseSession,
    private readonly source: string,
  ) {
    this.packages = new StagingTable(session, packageStage);
    this.products = new StagingTable(session, productStage);
    this.repositories = new StagingTable(session, repositoryStage);
    this.links = new StagingTable(session, linkStage);
    this.security = makeSecurityStages(session);
  }

  /** Records taken, and skipped for lack of a valid identifier. */
  get counts(): { readonly taken: number; readonly skipped: number } {
    return { taken: this.count, skipped: this.skipped };
  }

  /** True once a record had a package, product or repository: then lookup keys must be updated. */
  get hasEntries(): boolean {
    return this.entries;
  }

  async write(records: readonly CatalogRecord[]): Promise<void> {
    for (const record of records) {
      if (this.add(record)) this.count += 1;
      else this.skipped += 1;
    }
    for (const stage of this.stages) if (stage.isFull) await stage.flush();
  }

  /** Makes everything visible at once. @param merged what goes into the same transaction */
  async finish(merged: (sql: Sql) => Promise<void> = () => Promise.resolve()): Promise<void> {
    for (const stage of this.stages) await stage.flush();
    await createSharedStages(this.security);
    await this.session.transaction(async (sql) => {
      // Links are last: they need the ids of the entries.
      for (const stage of this.stages) await stage.merge(sql);
      for (const stage of this.stages) await stage.drop(sql);
      if (this.entries) await entriesChanged(sql, this.source);
      await merged(sql);
    });
  }

  private get stages(): readonly StagingTable[] {
    return [this.packages, this.products, this.repositories, this.links, ...Object.values(this.security)];
  }

  private add(record: CatalogRecord): boolean {
    this.entries ||= entryRecords.has(record.kind);
    switch (record.kind) {
      case 'package':
        return this.addPackage(record) !== null;
      case 'product':
        return this.addProduct(record) !== null;
      case 'link':
        return this.addLink(record);
      case 'repository':
        return this.addRepository(record.url, record) !== null;
      case 'advisory':
        for (const one of record.unknownEcosystems ?? []) this.addUnknown(one);
        return addSecurityRecord(this.security, record, this.source);
      default:
        return addSecurityRecord(this.security, record, this.source);
    }
  }

  private addUnknown(ecosystem: string): void {
    // One more says that there are others; an operator reads them in one line.
    if (this.unknownEcosystems.size <= maxUnknownEcosystems)
      this.unknownEcosystems.add(
        ecosystem
          .slice(0, 100)
          .replace(/[\s\p{C}]+/gu, ' ')
          .trim(),
      );
  }

  private addPackage(record: PackageRecord): LinkEnd | null {
    const identity = identifyPackage(record.purl);
    if (!identity) return null;
    const sources = this.originsOf(record);
    this.packages.add([
      identity.key,
      identity.purl,
      identity.type,
      identity.namespace,
      identity.name,
      record.title ?? null,
      record.homepage ?? null,
      record.versions ?? null,
      record.latestVersion ?? null,
      record.weight ?? 0,
      sources,
    ]);
    const end = { kind: entryKinds.package, key: identity.key };
    // A purl of a code host (github, gitlab, sourceforge …) or of Go is also the address of a repository.
    for (const url of [identity.repositoryUrl, record.repositoryUrl]) {
      const repository = url && this.addRepository(url, record);
      if (repository) this.addLinkRow(end, repository, 'source_of', sources);
    }
    return end;
  }

  private addProduct(record: ProductRecord): LinkEnd | null {
    const identity = identifyProduct(record.cpe);
    if (!identity) return null;
    addProductNames(this.security, identity);
    this.products.add([
      identity.key,
      identity.cpe,
      identity.part,
      identity.vendor,
      identity.product,
      record.title ?? null,
      record.targetSoftware ?? null,
      record.versions ?? null,
      record.deprecated ?? false,
      record.deprecatedBy ?? null,
      record.referenceUrls ?? null,
      record.weight ?? 0,
      this.originsOf(record),
    ]);
    return { kind: entryKinds.product, key: identity.key };
  }

  private addRepository(url: string, record: { weight?: number; origins?: readonly string[] }): LinkEnd | null {
    const identity = identifyRepository(url);
    if (!identity) return null;
    const row = [identity.url, identity.host, identity.owner, identity.name];
    this.repositories.add([...row, record.weight ?? 0, this.originsOf(record)]);
    return { kind: entryKinds.repo, key: identity.url };
  }

  private addLink(record: LinkRecord): boolean {
    const from = this.addEnd(record.from, record);
    const to = this.addEnd(record.to, record);
    if (!from || !to) return false;
    this.addLinkRow(from, to, record.relation, this.originsOf(record));
    return true;
  }

  private addEnd(text: string, { origins }: LinkRecord): LinkEnd | null {
    if (text.startsWith('pkg:')) return this.addPackage({ kind: 'package', purl: text, origins });
    if (text.startsWith('cpe:')) return this.addProduct({ kind: 'product', cpe: text, origins });
    return this.addRepository(text, { origins });
  }

  private addLinkRow(from: LinkEnd, to: LinkEnd, relation: string, sources: readonly string[]): void {
    this.links.add([from.kind, from.key, to.kind, to.key, relation, sources]);
  }

  private originsOf({ origins }: { origins?: readonly string[] }): readonly string[] {
    return origins && origins.length > 0 ? origins : [this.source];
  }
}
