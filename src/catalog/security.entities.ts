import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { JsonObject } from '../model/document.js';

/** A complete OSV record. */
@Entity('catalog_advisories')
// A GIN index, which TypeORM cannot express; see the migration.
@Index('catalog_advisories_aliases', { synchronize: false })
export class CatalogAdvisory {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'catalog_advisories_pkey' })
  id!: string;

  @Column('text')
  source!: string;

  @Column('text', { array: true, default: [] })
  aliases!: string[];

  @Column('text', { nullable: true })
  summary!: string | null;

  @Column('timestamptz', { nullable: true })
  published_at!: Date | null;

  @Column('timestamptz', { nullable: true })
  modified_at!: Date | null;

  @Column('timestamptz', { nullable: true })
  withdrawn_at!: Date | null;

  @Column('jsonb')
  record!: JsonObject;
}

const advisoryPackageKey = (): { primaryKeyConstraintName: string } => ({
  primaryKeyConstraintName: 'catalog_advisory_packages_pkey',
});

/** Which packages an advisory affects; `package_key` is `purlKey`. */
@Entity('catalog_advisory_packages')
@Index('catalog_advisory_packages_advisory', ['advisory_id'])
export class CatalogAdvisoryPackage {
  @PrimaryColumn('text', advisoryPackageKey())
  package_key!: string;

  @PrimaryColumn('text', advisoryPackageKey())
  advisory_id!: string;
}

/** Releases of distributions that advisories name, as ecosystems of OSV (`Debian:12`). */
@Entity('catalog_advisory_ecosystems')
export class CatalogAdvisoryEcosystem {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'catalog_advisory_ecosystems_pkey' })
  ecosystem!: string;
}

const vulnerableProductKey = (): { primaryKeyConstraintName: string } => ({
  primaryKeyConstraintName: 'catalog_vulnerable_products_pkey',
});

/** CPE match criteria of a CVE, by product; `product_key` is `cpeKey`. */
@Entity('catalog_vulnerable_products')
@Index('catalog_vulnerable_products_cve', ['cve'])
export class CatalogVulnerableProduct {
  @PrimaryColumn('text', vulnerableProductKey())
  product_key!: string;

  @PrimaryColumn('text', vulnerableProductKey())
  cve!: string;

  @PrimaryColumn('text', vulnerableProductKey())
  source!: string;

  /** As NVD writes them: `criteria`, `versionStartIncluding`, `versionEndExcluding` … */
  @Column('jsonb')
  criteria!: JsonObject[];

  /** CISA's stakeholder-specific vulnerability categorization, where the source has it. */
  @Column('jsonb', { nullable: true })
  ssvc!: JsonObject | null;

  /** It does not count: the CVE is rejected, or NVD has said itself what is affected. */
  @Column('boolean', { default: false })
  superseded!: boolean;
}

const productNameKey = (): { primaryKeyConstraintName: string } => ({
  primaryKeyConstraintName: 'catalog_product_names_pkey',
});

/** Products by the names that their spellings share (`productNames`); `product_key` is `cpeKey`. */
@Entity('catalog_product_names')
export class CatalogProductName {
  @PrimaryColumn('text', productNameKey())
  name!: string;

  @PrimaryColumn('text', productNameKey())
  product_key!: string;
}

const cveKey = (): { primaryKeyConstraintName: string } => ({ primaryKeyConstraintName: 'catalog_cves_pkey' });

/** What a source says of a CVE beside the products that it names. */
@Entity('catalog_cves')
// A GIN index of words of summaries, which TypeORM cannot express; see the migration.
@Index('catalog_cves_unanalyzed', { synchronize: false })
export class CatalogCve {
  @PrimaryColumn('text', cveKey())
  cve!: string;

  @PrimaryColumn('text', cveKey())
  source!: string;

  /** The source's own word. */
  @Column('text')
  status!: string;

  /** The source has said by CPE or purl what is affected. */
  @Column('boolean')
  analyzed!: boolean;

  @Column('boolean')
  rejected!: boolean;

  @Column('text', { nullable: true })
  summary!: string | null;

  @Column('timestamptz', { nullable: true })
  published_at!: Date | null;

  @Column('timestamptz', { nullable: true })
  modified_at!: Date | null;

  /** As `SourceSeverity`. */
  @Column('jsonb', { default: [] })
  severities!: JsonObject[];

  @Column('text', { array: true, default: [] })
  weaknesses!: string[];

  @Column('text', { array: true, default: [] })
  reference_urls!: string[];

  @Column('jsonb', { nullable: true })
  ssvc!: JsonObject | null;
}

/** CISA's known exploited vulnerabilities. */
@Entity('catalog_exploited')
export class CatalogExploited {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'catalog_exploited_pkey' })
  cve!: string;

  @Column('date', { nullable: true })
  added_on!: string | null;

  @Column('date', { nullable: true })
  due_on!: string | null;

  @Column('boolean', { default: false })
  ransomware!: boolean;

  @Column('jsonb')
  record!: JsonObject;
}

/** FIRST's exploit prediction scores, both 0–1. */
@Entity('catalog_exploit_predictions')
export class CatalogExploitPrediction {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'catalog_exploit_predictions_pkey' })
  cve!: string;

  @Column('real')
  probability!: number;

  @Column('real')
  percentile!: number;
}

/** A product of endoflife.date with its release cycles as that source writes them. */
@Entity('catalog_lifecycles')
export class CatalogLifecycle {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'catalog_lifecycles_pkey' })
  slug!: string;

  @Column('text')
  title!: string;

  @Column('text', { nullable: true })
  category!: string | null;

  @Column('text', { nullable: true })
  link!: string | null;

  @Column('jsonb')
  cycles!: JsonObject[];
}

const lifecycleIdentifierKey = (): { primaryKeyConstraintName: string } => ({
  primaryKeyConstraintName: 'catalog_lifecycle_identifiers_pkey',
});

/** `key` is `purlKey` or `cpeKey`. */
@Entity('catalog_lifecycle_identifiers')
export class CatalogLifecycleIdentifier {
  @PrimaryColumn('text', lifecycleIdentifierKey())
  key!: string;

  @PrimaryColumn('text', lifecycleIdentifierKey())
  slug!: string;
}
