import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** An SBOM: its properties, and the figures that lists show. */
@Entity('sboms')
@Index('sboms_by_branch', ['branch_project_id', 'branch'], {
  where: 'branch_project_id IS NOT NULL',
  unique: true,
})
@Index('sboms_by_organization', ['org_id', 'created_at', 'id'], { where: 'deleted_at IS NULL' })
@Index('sboms_deleted', ['deleted_at'], { where: 'deleted_at IS NOT NULL' })
export class SbomEntity {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') org_id!: string;
  @Column('uuid') team_id!: string;
  @Column('uuid', { nullable: true }) ruleset_id!: string | null;
  /** Set on the SBOM that holds the analysis results of a project. */
  @Index('sboms_by_project', { where: 'project_id IS NOT NULL', unique: true })
  @Column('uuid', { nullable: true })
  project_id!: string | null;
  /** Set on an SBOM of another branch of a project than its own. */
  /** The project whose key uploaded it first; null: no key of a project did. */
  @Index('sboms_by_key_project', { where: 'key_project_id IS NOT NULL' })
  @Column('uuid', { nullable: true })
  key_project_id!: string | null;
  @Column('uuid', { nullable: true }) branch_project_id!: string | null;
  @Column('text', { nullable: true }) branch!: string | null;
  @Column('text') name!: string;
  @Column('text') version!: string;
  @Column('text') supplier!: string;
  @Column('text') contact_name!: string;
  @Column('text') contact_email!: string;
  @Column('text') monitor_frequency!: string;
  @Column('text', { default: 'created' }) status!: string;
  /** Confirmed while entries waited for their resolution, which does not undo that. */
  @Column('boolean', { default: false }) confirmed_early!: boolean;
  @Column('int', { default: 0 }) resolved_count!: number;
  @Column('int', { default: 0 }) partial_count!: number;
  @Column('int', { default: 0 }) unresolved_count!: number;
  @Column('double precision', { default: 0 }) risk_score!: number;
  @Column('double precision', { default: 0 }) risk_ecosystem!: number;
  @Column('double precision', { default: 0 }) risk_supply_chain!: number;
  @Column('double precision', { default: 0 }) risk_software!: number;
  @Column('double precision', { default: 0 }) risk_coverage!: number;
  @Column('int', { default: 0 }) examined_count!: number;
  @Column('int', { default: 0 }) partly_count!: number;
  @Column('int', { default: 0 }) compliance_passing!: number;
  @Column('int', { default: 0 }) compliance_failing!: number;
  /** The version of the ruleset that all entries were assessed by; null: several, or none. */
  @Column('uuid', { nullable: true }) assessed_ruleset_id!: string | null;
  @Column('int', { nullable: true }) assessed_ruleset_version!: number | null;
  /** When entries of it were last scored. */
  @Column('timestamptz', { nullable: true }) judged_at!: Date | null;
  /** The last verdict, passed or failed, that webhooks were sent. */
  @Column('text', { nullable: true }) published_verdict!: string | null;
  /** When alarms were first looked for; null: not yet. */
  @Column('timestamptz', { nullable: true }) alarms_published_at!: Date | null;
  /** Grows with every change of the SBOM or its entries; part of the ETag of exports. */
  @Column('bigint', { default: 0 }) revision!: string;
  /** Number of the newest visible import; an older import never replaces it. */
  @Column('int', { default: 0 }) import_number!: number;
  /** When its content last came, by an import or an analysis; null: never. */
  @Column('timestamptz', { nullable: true }) delivered_at!: Date | null;
  /** Signs the links of its badges, sealed; null: there are none, or they were revoked. */
  @Column('bytea', { nullable: true }) badge_sealed!: Buffer | null;
  /** The same of former releases, until the next start. */
  @Column('bytea', { nullable: true }) badge_key!: Buffer | null;
  @Column('timestamptz', { default: () => 'now()' }) created_at!: Date;
  @Column('timestamptz', { default: () => 'now()' }) updated_at!: Date;
  @Column('timestamptz', { nullable: true }) deleted_at!: Date | null;
}

/** One component entry. `source` holds everything that its file says, so that an export is lossless. */
@Entity('components')
@Index('components_in_order', { synchronize: false })
@Index('components_by_status', ['sbom_id', 'status'], { where: 'deleted_at IS NULL' })
@Index('components_pending', ['sbom_id', 'position'], { where: 'pending AND deleted_at IS NULL' })
@Index('components_removed', ['sbom_id'], { where: 'deleted_at IS NOT NULL' })
@Index('components_removed_at', ['deleted_at'], { where: 'deleted_at IS NOT NULL' })
@Index('components_by_purl', ['org_id', 'selected_purl'], { where: 'selected_purl IS NOT NULL AND deleted_at IS NULL' })
@Index('components_by_cpe', ['org_id', 'selected_cpe'], { where: 'selected_cpe IS NOT NULL AND deleted_at IS NULL' })
@Index('components_by_name', { synchronize: false })
@Index('components_to_review', { synchronize: false })
@Index('components_to_review_by_start', { synchronize: false })
@Index('components_to_review_by_end', { synchronize: false })
@Index('components_by_review_key', { synchronize: false })
@Index('components_by_candidate', { synchronize: false })
@Index('components_by_repo', ['org_id', 'selected_repo'], { where: 'selected_repo IS NOT NULL AND deleted_at IS NULL' })
export class ComponentEntity {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') org_id!: string;
  @Column('uuid') sbom_id!: string;
  @Column('uuid', { nullable: true }) project_id!: string | null;
  @Column('int') position!: number;
  @Column('text') name!: string;
  @Column('text', { default: '' }) org!: string;
  @Column('text', { default: '' }) version!: string;
  @Column('text', { default: 'no-resolution' }) status!: string;
  @Column('jsonb', { default: () => `'{"repo": [], "package": [], "product": []}'` }) search_results!: object;
  @Column('jsonb', { nullable: true }) suggestions!: object[] | null;
  @Column('text', { default: '' }) error_message!: string;
  /** Kinds of candidate (`package`, `repo`, `product`) that a person has decided; resolution keeps them. */
  @Column('text', { array: true, default: () => `'{}'` }) decided!: string[];
  @Column({ type: 'text', nullable: true, collation: 'C' }) selected_purl!: string | null;
  @Column({ type: 'text', nullable: true, collation: 'C' }) selected_cpe!: string | null;
  @Column({ type: 'text', nullable: true, collation: 'C' }) selected_repo!: string | null;
  /** Id of the entity that the selected identifiers name; empty if nothing is selected. */
  @Column('text', { default: '' }) svc_id!: string;
  @Column('double precision', { default: 0 }) confidence!: number;
  /** A pattern of the organization matches. */
  @Column('boolean', { default: false }) internal!: boolean;
  /** Why no candidate fits, by a person; such an entry is resolved, and stays unexamined. */
  @Column('text', { nullable: true }) disposition!: string | null;
  @Column('text', { default: '' }) disposition_note!: string;
  /** Waits for resolution. */
  @Column('boolean', { default: true }) pending!: boolean;
  /** Grows when a person or an import changes the entry; results for an older generation are discarded. */
  @Column('int', { default: 0 }) generation!: number;
  /** The ref of the component in its document; the id of an entry added by a person. */
  @Column('text') ref!: string;
  /** The identifier from the file (canonical purl with version, else CPE) that re-imports match; may be empty. */
  @Column('text', { default: '' }) identity!: string;
  /** Digest of name, org and version in the file, before corrections; null: added by a person. */
  @Column('text', { nullable: true }) source_key!: string | null;
  @Column('jsonb', { nullable: true }) source!: object | null;
  @Column('timestamptz', { default: () => 'now()' }) created_at!: Date;
  @Column('timestamptz', { default: () => 'now()' }) updated_at!: Date;
  @Column('timestamptz', { nullable: true }) deleted_at!: Date | null;
}

/** One upload into an SBOM and its result. */
@Entity('sbom_imports')
@Index('sbom_imports_by_sbom', ['sbom_id', 'number'], { unique: true })
@Index('sbom_imports_by_blob', ['blob'])
export class SbomImportEntity {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') org_id!: string;
  @Column('uuid') sbom_id!: string;
  @Column('int') number!: number;
  /** SHA-256 of the uploaded bytes in hexadecimal: the name of the blob. */
  @Column('text') blob!: string;
  @Column('bigint') size!: string;
  @Column('text') file_name!: string;
  @Column('boolean', { default: false }) dry_run!: boolean;
  /** What the caller says of the file: `{mapping, allow_empty}`. */
  @Column('jsonb', { default: {} }) options!: object;
  @Column('text', { nullable: true }) format!: string | null;
  /** Components of the file. Null: it is not imported, or by a release that kept no former entries. */
  @Column('int', { nullable: true }) entry_count!: number | null;
  /** What was found of those in and around the file. */
  @Column('jsonb', { default: [] }) signatures!: object;
  /** Why the file was refused: `{status, message, reason, place}`. */
  @Column('jsonb', { nullable: true }) refusal!: object | null;
  @Column('timestamptz', { default: () => 'now()' }) created_at!: Date;
  @Column('timestamptz', { nullable: true }) visible_at!: Date | null;
}

/**
 * The names of live entries, for searches by a part of one; triggers note them. A name that is written again and again has
 * a note of each week until the older ones expire.
 */
@Entity('component_names')
export class ComponentNameEntity {
  @PrimaryColumn('uuid') org_id!: string;
  @PrimaryColumn({ type: 'text', collation: 'C' }) name_key!: string;
  @PrimaryColumn('timestamptz', { default: () => 'now()' }) noted_at!: Date;
}

/** An entry as it was until an import changed or removed it. */
@Entity('former_entries')
@Index('former_entries_by_sbom', ['sbom_id', 'until'])
@Index('former_entries_by_time', ['until'])
export class FormerEntryEntity {
  @PrimaryColumn('uuid') component_id!: string;
  @PrimaryColumn('timestamptz') until!: Date;
  @Column('uuid') org_id!: string;
  @Column('uuid') sbom_id!: string;
  @Column('text') name!: string;
  @Column('text') org!: string;
  @Column('text') version!: string;
  /** What it was identified as, without version; empty: as nothing. */
  @Column('text') identity!: string;
  @Column('text') license!: string;
  /** Null: it was not scored, or not identified. */
  @Column('uuid', { nullable: true }) entity_id!: string | null;
}

/** What the columns of a list hold, as an import of the organization said, by the digest of the list's header. */
@Entity('column_mappings')
export class ColumnMappingEntity {
  @PrimaryColumn('uuid') org_id!: string;
  @PrimaryColumn('text') header!: string;
  @Column('jsonb') mapping!: object;
  @Column('timestamptz', { default: () => 'now()' }) updated_at!: Date;
}

/** Header and subject of the imported document. */
@Entity('sbom_documents')
export class SbomDocumentEntity {
  /** When the document came; null: before a release that says it. */
  @Column('timestamptz', { nullable: true, default: () => 'now()' }) written_at!: Date | null;
  @PrimaryColumn('uuid') sbom_id!: string;
  @Column('uuid') org_id!: string;
  @Column('uuid') import_id!: string;
  @Column('jsonb') header!: object;
  @Column('jsonb', { nullable: true }) subject!: object | null;
}

/** What the last resolution of an SBOM took for sure about its components as a whole: a `ListSummary`. */
@Entity('sbom_contexts')
export class SbomContextEntity {
  @PrimaryColumn('uuid') sbom_id!: string;
  @Column('uuid') org_id!: string;
  @Column('jsonb') summary!: object;
  @Column('timestamptz', { default: () => 'now()' }) updated_at!: Date;
}

/** A file of the source of a project that may name components and was not read. */
@Entity('sbom_gaps')
export class SbomGapEntity {
  @PrimaryColumn('uuid') sbom_id!: string;
  @PrimaryColumn('text') path!: string;
  @Column('uuid') org_id!: string;
  @Column('text') kind!: string;
  @Column('text') ecosystem!: string;
  @Column('text') reason!: string;
  @Column('text') message!: string;
  @Column('timestamptz', { nullable: true }) accepted_at!: Date | null;
  @Column('uuid', { nullable: true }) accepted_by!: string | null;
  @Column('text', { default: '' }) note!: string;
}

/** One node of the dependency graph of an SBOM. */
@Entity('sbom_dependencies')
export class SbomDependencyEntity {
  @PrimaryColumn('uuid') sbom_id!: string;
  @PrimaryColumn('int') seq!: number;
  @Column('uuid') org_id!: string;
  @Column('jsonb') data!: object;
}

/** Content of a document besides components and dependencies: services, vulnerabilities, files, annotations … */
@Entity('sbom_parts')
export class SbomPartEntity {
  @PrimaryColumn('uuid') sbom_id!: string;
  @PrimaryColumn('int') seq!: number;
  @Column('uuid') org_id!: string;
  @Column('text') kind!: string;
  @Column('jsonb') data!: object;
}

/** How the monitoring of an SBOM that belongs to no project, or of a project, goes; later modules write it. */
@Entity('monitoring_states')
export class MonitoringStateEntity {
  @PrimaryColumn('uuid') subject_id!: string;
  @Column('uuid') org_id!: string;
  /** When a run, or what somebody asked for instead of it, succeeded last; null: not yet. */
  @Column('timestamptz', { nullable: true }) succeeded_at!: Date | null;
  /** When the first of the runs before the latest failed since then; null: none has. */
  @Column('timestamptz', { nullable: true }) failing_since!: Date | null;
  /** Job of the last of them. */
  @Column('uuid', { nullable: true }) failed_job_id!: string | null;
  /** Job of the latest run, which says itself whether it failed; null: there was no run. */
  @Column('uuid', { nullable: true }) job_id!: string | null;
  @Column('timestamptz', { nullable: true }) enqueued_at!: Date | null;
}

/** The folder of uploaded files that belongs to this database. */
@Entity('store_marker')
@Check('store_marker_alone', 'only_one')
export class StoreMarkerEntity {
  @PrimaryColumn('boolean', { default: true, primaryKeyConstraintName: 'store_marker_pkey' }) only_one!: boolean;
  @Column('uuid') marker!: string;
}
