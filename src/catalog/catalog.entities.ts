import { Column, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn, Unique } from 'typeorm';
import type { JsonObject } from '../model/document.js';

@Entity('catalog_packages')
@Unique('catalog_packages_key_key', ['key'])
export class CatalogPackage {
  @PrimaryGeneratedColumn('identity', {
    type: 'integer',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'catalog_packages_pkey',
  })
  id!: number;

  /** `purlKey`; sources are merged by it. */
  @Column('text')
  key!: string;

  @Column('text')
  purl!: string;

  @Column('text')
  type!: string;

  @Column('text', { nullable: true })
  namespace!: string | null;

  @Column('text')
  name!: string;

  @Column('text', { nullable: true })
  title!: string | null;

  @Column('text', { nullable: true })
  homepage!: string | null;

  @Column('text', { array: true, default: [] })
  versions!: string[];

  @Column('text', { nullable: true })
  latest_version!: string | null;

  @Column('integer', { default: 0 })
  weight!: number;

  @Column('text', { array: true, default: [] })
  sources!: string[];

  @Column('timestamptz', { default: () => 'now()' })
  observed_at!: Date;
}

@Entity('catalog_products')
@Unique('catalog_products_key_key', ['key'])
export class CatalogProduct {
  @PrimaryGeneratedColumn('identity', {
    type: 'integer',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'catalog_products_pkey',
  })
  id!: number;

  /** `part:vendor:product`, as `cpeKey` writes it. */
  @Column('text')
  key!: string;

  @Column('text')
  cpe!: string;

  @Column('text')
  part!: string;

  @Column('text')
  vendor!: string;

  @Column('text')
  product!: string;

  @Column('text', { nullable: true })
  title!: string | null;

  @Column('text', { array: true, default: [] })
  target_software!: string[];

  @Column('text', { array: true, default: [] })
  versions!: string[];

  @Column('boolean', { default: false })
  deprecated!: boolean;

  @Column('text', { array: true, default: [] })
  deprecated_by!: string[];

  @Column('text', { array: true, default: [] })
  reference_urls!: string[];

  @Column('integer', { default: 0 })
  weight!: number;

  @Column('text', { array: true, default: [] })
  sources!: string[];

  @Column('timestamptz', { default: () => 'now()' })
  observed_at!: Date;
}

@Entity('catalog_repositories')
@Unique('catalog_repositories_url_key', ['url'])
export class CatalogRepository {
  @PrimaryGeneratedColumn('identity', {
    type: 'integer',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'catalog_repositories_pkey',
  })
  id!: number;

  @Column('text')
  url!: string;

  @Column('text')
  host!: string;

  @Column('text')
  owner!: string;

  @Column('text')
  name!: string;

  @Column('integer', { default: 0 })
  weight!: number;

  @Column('text', { array: true, default: [] })
  sources!: string[];

  @Column('timestamptz', { default: () => 'now()' })
  observed_at!: Date;
}

// One object per column: TypeORM modifies it.
const linkKey = (): { primaryKeyConstraintName: string } => ({ primaryKeyConstraintName: 'catalog_links_pkey' });

/** Kinds as in `entryKinds`. */
@Entity('catalog_links')
@Index('catalog_links_to', ['to_kind', 'to_id'])
export class CatalogLink {
  @PrimaryColumn('smallint', linkKey())
  from_kind!: number;

  @PrimaryColumn('integer', linkKey())
  from_id!: number;

  @PrimaryColumn('smallint', linkKey())
  to_kind!: number;

  @PrimaryColumn('integer', linkKey())
  to_id!: number;

  @PrimaryColumn('text', linkKey())
  relation!: string;

  @Column('text', { array: true, default: [] })
  sources!: string[];
}

const keyKey = (): { primaryKeyConstraintName: string } => ({ primaryKeyConstraintName: 'catalog_keys_pkey' });

/** Lookup keys of entries; derived by `index-builder.ts`. */
@Entity('catalog_keys')
export class CatalogKey {
  @PrimaryColumn('bigint', keyKey())
  key!: string;

  @PrimaryColumn('smallint', keyKey())
  tier!: number;

  @PrimaryColumn('smallint', keyKey())
  kind!: number;

  @PrimaryColumn('integer', keyKey())
  id!: number;
}

const typoKey = (): { primaryKeyConstraintName: string } => ({ primaryKeyConstraintName: 'catalog_typo_keys_pkey' });

/** Keys of names with one letter removed, and the key of the whole name. */
@Entity('catalog_typo_keys')
export class CatalogTypoKey {
  @PrimaryColumn('bigint', typoKey())
  key!: string;

  @PrimaryColumn('bigint', typoKey())
  name_key!: string;
}

/** One row per source: what was loaded last, when and from where. */
@Entity('catalog_sources')
export class CatalogSource {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'catalog_sources_pkey' })
  name!: string;

  @Column('text')
  origin!: string;

  @Column('integer', { default: 0 })
  records!: number;

  @Column('text')
  state!: string;

  @Column('text', { nullable: true })
  message!: string | null;

  /** Ecosystems of loaded advisories that no component is compared with; a failed load leaves them. */
  @Column('text', { array: true, default: [] })
  uncompared!: string[];

  /** Validators for conditional requests (ETag, Last-Modified), by address. */
  @Column('jsonb', { default: {} })
  validators!: JsonObject;

  @Column('timestamptz', { default: () => 'now()' })
  started_at!: Date;

  @Column('timestamptz', { nullable: true })
  finished_at!: Date | null;

  /** As `Coverage`. */
  @Column('jsonb', { default: [] })
  covers!: JsonObject[];

  /** The date of the data of the last complete load. */
  @Column('timestamptz', { nullable: true })
  data_as_of!: Date | null;

  /** When it was last loaded completely; null for never. */
  @Column('timestamptz', { nullable: true })
  loaded_at!: Date | null;

  /** False while entries of the source have no lookup keys. */
  @Column('boolean', { default: true })
  indexed!: boolean;
}

const lookupKey = (): { primaryKeyConstraintName: string } => ({ primaryKeyConstraintName: 'catalog_lookups_pkey' });

/** Lookups in live sources: an answer is not requested again while it is fresh. */
@Entity('catalog_lookups')
export class CatalogLookup {
  @PrimaryColumn('text', lookupKey())
  source!: string;

  /** `purlKey` of a package, or the address of a repository. */
  @PrimaryColumn('text', lookupKey())
  key!: string;

  @Column('boolean')
  found!: boolean;

  /** Facts beyond entries and advisories: a scorecard, the stars of a repository. */
  @Column('jsonb', { nullable: true })
  facts!: JsonObject | null;

  @Column('timestamptz', { default: () => 'now()' })
  observed_at!: Date;
}

/** One row: a number that grows with every change of entries, links or lookup keys. */
@Entity('catalog_epoch')
export class CatalogEpoch {
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'catalog_epoch_pkey' })
  id!: number;

  @Column('bigint')
  epoch!: string;
}
