import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A request with an Idempotency-Key, and its answer once it is carried out. */
@Entity('idempotency_keys')
@Index('idempotency_keys_by_time', ['created_at'])
export class IdempotencyKeyEntity {
  @PrimaryColumn('uuid') user_id!: string;
  @PrimaryColumn('text') key!: string;
  /** Keyed hash of method, path, query, body and file. */
  @Column('bytea') fingerprint!: Buffer;
  /** The attempt that carries the request out. */
  @Column('uuid') claim!: string;
  /** Written with the change. Without a status: the change is stored, and its answer was lost. */
  @Column('timestamptz', { nullable: true }) committed_at!: Date | null;
  @Column('int', { nullable: true }) status!: number | null;
  @Column('jsonb', { nullable: true }) body!: object | null;
  @Column('timestamptz', { default: () => 'now()' }) created_at!: Date;
}
