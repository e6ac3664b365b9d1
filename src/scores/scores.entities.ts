import { Column, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import type { EntityCoverage } from './coverage/entity-coverage.js';
import type { RiskTag } from './metrics/metric.js';
import type { StoredMetricValues } from './metrics/stored-metric-values.js';

/** An entity's latest score, computed from the catalogue alone: it contains no tenant's data. */
@Entity('entity_scores')
// The migration creates these indexes (GIN, hash), because TypeORM cannot declare an index type.
@Index('entity_scores_keys', { synchronize: false })
@Index('entity_scores_purl', { synchronize: false })
@Index('entity_scores_cpe', { synchronize: false })
@Index('entity_scores_repo', { synchronize: false })
export class EntityScoreEntity {
  @PrimaryColumn('uuid') entity_id!: string;
  @Column({ type: 'text', nullable: true, collation: 'C' })
  purl!: string | null;
  @Column({ type: 'text', nullable: true, collation: 'C' })
  cpe!: string | null;
  @Column({ type: 'text', nullable: true, collation: 'C' })
  repo_url!: string | null;
  @Column('text') version!: string;
  /** Keys of the catalogue that the score depends on. */
  @Column('text', { array: true }) keys!: string[];
  @Column('double precision') risk!: number;
  @Column('double precision') risk_ecosystem!: number;
  @Column('double precision') risk_technology!: number;
  @Column('double precision') risk_supply_chain!: number;
  @Column('jsonb') readings!: StoredMetricValues;
  @Column('jsonb') tags!: RiskTag[];
  /** What the loaded sources could answer when it was scored. */
  @Column('jsonb') coverage!: EntityCoverage;
  /** Digest of everything stored of the entity: differs when a new score differs. */
  @Column('text') digest!: string;
  @Column('text') formula_version!: string;
  @Column('timestamptz', { default: () => 'now()' }) scored_at!: Date;
}

/** A vulnerability that affects an entity, or whose status is unknown. */
@Entity('entity_vulnerabilities')
@Index('entity_vulnerabilities_names', { synchronize: false })
export class EntityVulnerabilityEntity {
  @PrimaryColumn('uuid') entity_id!: string;
  @PrimaryColumn('text') id!: string;
  @Column('text', { array: true }) names!: string[];
  @Column('text') status!: string;
  @Column('text') reason!: string;
  @Column('text') severity!: string;
  @Column('real', { nullable: true }) cvss_score!: number | null;
  @Column('text', { nullable: true }) cvss_vector!: string | null;
  @Column('text', { nullable: true }) fixed_in!: string | null;
  @Column('jsonb', { nullable: true }) exploited!: object | null;
  @Column('real', { nullable: true }) epss!: number | null;
  @Column('real', { nullable: true }) epss_percentile!: number | null;
  @Column('boolean') malicious!: boolean;
  @Column('text', { nullable: true }) published!: string | null;
  @Column('text', { nullable: true }) modified!: string | null;
  @Column('text') summary!: string;
  /** How another source rates it worse than its advisory, whose severity counts. */
  @Column('jsonb', { nullable: true }) worse_rating!: object | null;
  /** The module of Go whose advisory it is, which may hold the package; null: it is on the package itself. */
  @Column('text', { nullable: true }) module!: string | null;
  /** Digest of the columns above: the row is written only when it differs. */
  @Column('text', { default: '' }) digest!: string;
}

/** One row per change of an entity's score. */
@Entity('entity_score_history')
@Index('entity_score_history_by_time', ['scored_at'])
export class EntityScoreHistoryEntity {
  @PrimaryColumn('uuid') entity_id!: string;
  @PrimaryColumn('timestamptz', { default: () => 'now()' }) scored_at!: Date;
  @Column('text') formula_version!: string;
  @Column('double precision') risk!: number;
  @Column('double precision') risk_ecosystem!: number;
  @Column('double precision') risk_technology!: number;
  @Column('double precision') risk_supply_chain!: number;
  @Column('int') vulnerabilities!: number;
  /** Share of the weight of all metrics that rested on data, as shown; null: a former release did not record it. */
  @Column('double precision', { nullable: true }) coverage!: number | null;
  /** Whether the vulnerabilities were looked for: `examined`, `partly` or `not_examined`; null: not recorded. */
  @Column('text', { nullable: true }) examined!: string | null;
}

/** Changed keys of the catalogue whose entities must be scored again; written by triggers. */
@Entity('score_changes')
export class ScoreChangeEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) seq!: string;
  @Column('text') key!: string;
}
