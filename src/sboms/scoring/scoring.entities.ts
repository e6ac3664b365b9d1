import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Score of a component: the score of its entity, adjusted by the declared licence and by VEX statements. */
@Entity('component_scores')
export class ComponentScoreEntity {
  @PrimaryColumn('uuid') component_id!: string;
  @Column('uuid') org_id!: string;
  @Index('component_scores_by_sbom')
  @Column('uuid')
  sbom_id!: string;
  /** Null: the component is unidentified. */
  @Index('component_scores_by_entity', { where: 'entity_id IS NOT NULL' })
  @Column('uuid', { nullable: true })
  entity_id!: string | null;
  @Column('double precision') risk!: number;
  @Column('double precision') risk_ecosystem!: number;
  @Column('double precision') risk_technology!: number;
  @Column('double precision') risk_supply_chain!: number;
  /** Share of the weight of all metrics that rests on data, 0–1. */
  @Column('double precision', { default: 0 }) risk_coverage!: number;
  /** Whether its vulnerabilities were looked for: `examined`, `partly` or `not_examined`. */
  @Column('text', { default: 'not_examined' }) examined!: string;
  /** Which list of `sbom_failures` has the broken rules of the ruleset; null: there are none. */
  @Column('uuid', { nullable: true }) failures_key!: string | null;
  /** Ruleset and version that they were evaluated by; another one means outdated. */
  @Column('uuid', { nullable: true }) ruleset_id!: string | null;
  @Column('int', { nullable: true }) ruleset_version!: number | null;
  /** `xmin` of the entry and digest of the entity when they were scored; other values mean outdated. */
  @Column('text') stamp!: string;
  @Column('timestamptz', { default: () => 'now()' }) scored_at!: Date;
  /** Declared licence of the entry when it was scored, … */
  @Column('text', { nullable: true }) license!: string | null;
  /** … whether it was resolved, … */
  @Column('boolean', { default: false }) is_resolved!: boolean;
  /** … whether a package may be meant beside the selected product, … */
  @Column('boolean', { default: false }) is_package_undecided!: boolean;
  /** … and whether any VEX statement, of a person or a document, applied. */
  @Column('boolean', { default: true }) is_contested!: boolean;
}

/** Broken rules, each with the reason, once for all entries of an SBOM that break them alike. */
@Entity('sbom_failures')
export class SbomFailuresEntity {
  @PrimaryColumn('uuid') sbom_id!: string;
  /** Digest of the list. */
  @PrimaryColumn('uuid') key!: string;
  @Column('uuid') org_id!: string;
  @Column('jsonb') failures!: object[];
}

/** The effective statement on a vulnerability of a component, from its document or a person. */
@Entity('component_statements')
export class ComponentStatementEntity {
  @PrimaryColumn('uuid') component_id!: string;
  @PrimaryColumn('text') vulnerability!: string;
  @Column('uuid') org_id!: string;
  @Index('component_statements_by_sbom')
  @Column('uuid')
  sbom_id!: string;
  @Column('text') status!: string;
  @Column('text') justification!: string;
  @Column('text') stated_by!: string;
  @Column('text') stated_at!: string;
  /** Standard reason of not_affected. */
  @Column('text', { nullable: true }) label!: string | null;
  /** What is done about it. */
  @Column('text', { nullable: true }) response!: string | null;
  @Index('component_statements_to_expire', { where: `expires_at IS NOT NULL AND status <> 'expired'` })
  @Column('timestamptz', { nullable: true })
  expires_at!: Date | null;
  /** Why it has ended before its time: see `endReasons`. Null: it has not. */
  @Column('text', { nullable: true }) end_reason!: string | null;
}

/** A statement of a person on a vulnerability of a component. The latest counts; earlier ones are kept. */
@Entity('vulnerability_statements')
@Index('vulnerability_statements_by_sbom', ['sbom_id', 'component_id'])
export class VulnerabilityStatementEntity {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') org_id!: string;
  @Column('uuid') sbom_id!: string;
  @Column('uuid') component_id!: string;
  @Column('text') vulnerability!: string;
  @Column('text') status!: string;
  @Column('text') justification!: string;
  @Column('uuid') user_id!: string;
  @Column('timestamptz', { default: () => 'now()' }) created_at!: Date;
  /** Standard reason of not_affected. */
  @Column('text', { nullable: true }) label!: string | null;
  /** What is done about it. */
  @Column('text', { nullable: true }) response!: string | null;
  /** When it stops to hold. */
  @Column('timestamptz', { nullable: true }) expires_at!: Date | null;
  /** `person`, or the format of the document that it was imported from. */
  @Column('text', { default: 'person' }) source!: string;
  /** Why it has ended before its time: see `endReasons`. Null: it has not. */
  @Column('text', { nullable: true }) end_reason!: string | null;
}

/** One row per change of the figures of an SBOM. */
@Entity('sbom_score_history')
@Index('sbom_score_history_by_time', ['scored_at'])
export class SbomScoreHistoryEntity {
  @PrimaryColumn('uuid') sbom_id!: string;
  @PrimaryColumn('timestamptz', { default: () => 'now()' }) scored_at!: Date;
  @Column('uuid') org_id!: string;
  @Column('double precision') risk!: number;
  @Column('double precision') risk_ecosystem!: number;
  @Column('double precision') risk_technology!: number;
  @Column('double precision') risk_supply_chain!: number;
  @Column('int') passing!: number;
  @Column('int') failing!: number;
  /** Entries that were examined for vulnerabilities, and in part. Null: recorded by a release that did not count them. */
  @Column('int', { nullable: true }) examined!: number | null;
  @Column('int', { nullable: true }) partly!: number | null;
  /** When its content had come. */
  @Column('timestamptz', { nullable: true }) delivered_at!: Date | null;
  /** As they were then. Null: recorded by a release that did not keep them, of an SBOM that is gone. */
  @Column('text', { nullable: true }) supplier!: string | null;
  @Column('uuid', { nullable: true }) team_id!: string | null;
}
