import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A software bill of materials: what its owner says of it, and the figures that lists show. */
@Entity('sboms')
@Index('sboms_by_organization', ['org_id', 'created_at', 'id'], { where: 'deleted_at IS NULL' })
export class SbomEntity {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') org_id!: string;
  @Column('uuid') team_id!: string;
  @Column('uuid', { nullable: true }) ruleset_id!: string | null;
  /** Set on the bill that the analysis of a project keeps. */
  @Index('sboms_by_project', { where: 'project_id IS NOT NULL', unique: true })
  @Column('uuid', { nullable: true })
  project_id!: string | null;
  @Column('text') name!: string;
  @Column('text') version!: string;
  @Column('text') supplier!: string;
  @Column('text') contact_name!: string;
  @Column('text') contact_email!: string;
  @Column('text') monitor_frequency!: string;
  @Column('text', { default: 'created' }) status!: string;
  @Column('int', { default: 0 }) resolved_count!: number;
  @Column('int', { default: 0 }) partial_count!: number;
  @Column('int', { default: 0 }) unresolved_count!: number;
  @Column('double precision', { default: 0 }) risk_score!: number;
  @Column('double precision', { default: 0 }) risk_ecosystem!: number;
  @Column('double precision', { default: 0 }) risk_supply_chain!: number;
  @Column('double precision', { default: 0 }) risk_software!: number;
  @Column('int', { default: 0 }) compliance_passing!: number;
  @Column('int', { default: 0 }) compliance_failing!: number;
  /** Grows with every change of the bill or its entries: exports are tagged with it. */
  @Column('bigint', { default: 0 }) revision!: string;
  /** Number of the newest import that became visible; an older one never replaces it. */
  @Column('int', { default: 0 }) import_number!: number;
  @Column('timestamptz', { default: () => 'now()' }) created_at!: Date;
  @Column('timestamptz', { default: () => 'now()' }) updated_at!: Date;
  @Column('timestamptz', { nullable: true }) deleted_at!: Date | null;
}

/** One component of a bill. `source` is what its file said, whole, so that an export loses nothing. */
@Entity('components')
@Index('components_in_order', ['sbom_id', 'position', 'id'], { where: 'deleted_at IS NULL' })
@Index('components_by_status', ['sbom_id', 'status'], { where: 'deleted_at IS NULL' })
@Index('components_pending', ['sbom_id', 'position'], { where: 'pending AND deleted_at IS NULL' })
@Index('components_removed', ['sbom_id'], { where: 'deleted_at IS NOT NULL' })
@Index('components_by_purl', ['org_id', 'selected_purl'], { where: 'selected_purl IS NOT NULL AND deleted_at IS NULL' })
@Index('components_by_cpe', ['org_id', 'selected_cpe'], { where: 'selected_cpe IS NOT NULL AND deleted_at IS NULL' })
@Index('components_by_name', { synchronize: false })
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
  /** Kinds of candidate (`package`, `repo`, `product`) that a person has decided: resolution leaves them alone. */
  @Column('text', { array: true, default: () => `'{}'` }) decided!: string[];
  @Column({ type: 'text', nullable: true, collation: 'C' }) selected_purl!: string | null;
  @Column({ type: 'text', nullable: true, collation: 'C' }) selected_cpe!: string | null;
  @Column({ type: 'text', nullable: true, collation: 'C' }) selected_repo!: string | null;
  /** Id of the entity that the selected identifiers make together; empty before any is selected. */
  @Column('text', { default: '' }) svc_id!: string;
  @Column('double precision', { default: 0 }) confidence!: number;
  /** One of the organization's own patterns holds for it. */
  @Column('boolean', { default: false }) internal!: boolean;
  /** Waiting for (another) resolution. */
  @Column('boolean', { default: true }) pending!: boolean;
  /** Grows when a person or an import changes the entry: a resolution of the older state is not written. */
  @Column('int', { default: 0 }) generation!: number;
  /** The component's ref in its document; the entry's id for one added by hand. */
  @Column('text') ref!: string;
  /** The identifier that the file gives (canonical purl with version, else CPE), for re-imports; or empty. */
  @Column('text', { default: '' }) identity!: string;
  /** Digest of name, org and version as the file had them, whatever people made of them since; null: added by hand. */
  @Column('text', { nullable: true }) source_key!: string | null;
  @Column('jsonb', { nullable: true }) source!: object | null;
  @Column('timestamptz', { default: () => 'now()' }) created_at!: Date;
  @Column('timestamptz', { default: () => 'now()' }) updated_at!: Date;
  @Column('timestamptz', { nullable: true }) deleted_at!: Date | null;
}

/** One upload into a bill: what came, and what became of it. */
@Entity('sbom_imports')
@Index('sbom_imports_by_sbom', ['sbom_id', 'number'], { unique: true })
@Index('sbom_imports_by_blob', ['blob'])
export class SbomImportEntity {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') org_id!: string;
  @Column('uuid') sbom_id!: string;
  @Column('int') number!: number;
  /** SHA-256 of the bytes as uploaded, in hexadecimal: the name of the blob. */
  @Column('text') blob!: string;
  @Column('bigint') size!: string;
  @Column('text') file_name!: string;
  @Column('boolean', { default: false }) dry_run!: boolean;
  @Column('text', { nullable: true }) format!: string | null;
  /** Why the file was refused: `{status, message, reason, place}`. */
  @Column('jsonb', { nullable: true }) refusal!: object | null;
  @Column('timestamptz', { default: () => 'now()' }) created_at!: Date;
  @Column('timestamptz', { nullable: true }) visible_at!: Date | null;
}

/** The head of the document that a bill was last imported from. */
@Entity('sbom_documents')
export class SbomDocumentEntity {
  @PrimaryColumn('uuid') sbom_id!: string;
  @Column('uuid') org_id!: string;
  @Column('uuid') import_id!: string;
  @Column('jsonb') header!: object;
  @Column('jsonb', { nullable: true }) subject!: object | null;
}

/** One node of a bill's dependency graph. */
@Entity('sbom_dependencies')
export class SbomDependencyEntity {
  @PrimaryColumn('uuid') sbom_id!: string;
  @PrimaryColumn('int') seq!: number;
  @Column('uuid') org_id!: string;
  @Column('jsonb') data!: object;
}

/** What a document holds beside components and edges: services, vulnerabilities, files, annotations … */
@Entity('sbom_parts')
export class SbomPartEntity {
  @PrimaryColumn('uuid') sbom_id!: string;
  @PrimaryColumn('int') seq!: number;
  @Column('uuid') org_id!: string;
  @Column('text') kind!: string;
  @Column('jsonb') data!: object;
}
