import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A component's risk: its entity's, with the licence that its bill states and what is said of its vulnerabilities. */
@Entity('component_scores')
export class ComponentScoreEntity {
  @PrimaryColumn('uuid') component_id!: string;
  @Column('uuid') org_id!: string;
  @Index('component_scores_by_sbom')
  @Column('uuid')
  sbom_id!: string;
  /** Null: nobody knows what the component is. */
  @Index('component_scores_by_entity', { where: 'entity_id IS NOT NULL' })
  @Column('uuid', { nullable: true })
  entity_id!: string | null;
  @Column('double precision') risk!: number;
  @Column('double precision') risk_ecosystem!: number;
  @Column('double precision') risk_technology!: number;
  @Column('double precision') risk_supply_chain!: number;
  /** Rules of the bill's ruleset that it breaks, each with the reason. */
  @Column('jsonb', { default: () => `'[]'` }) failures!: object[];
  /** `xmin` of the entry's row and digest of the entity as they were read: others mean that one of them has changed. */
  @Column('text') stamp!: string;
  @Column('timestamptz', { default: () => 'now()' }) scored_at!: Date;
  /** What it was judged by beside its entity, its ruleset and the day: the licence that its bill states, … */
  @Column('text', { nullable: true }) license!: string | null;
  /** … whether it is resolved, … */
  @Column('boolean', { default: false }) is_resolved!: boolean;
  /** … and whether a person or a document says anything of its vulnerabilities, or has not been asked for. */
  @Column('boolean', { default: true }) is_contested!: boolean;
}

/** The statement that counts for a vulnerability of a component, of its document or of a person. */
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
}

/** What a person said of a vulnerability in a component. The latest counts; the earlier ones are kept for the record. */
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
}

/** A row for each time that the figures of a bill came out different. */
@Entity('sbom_score_history')
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
}
