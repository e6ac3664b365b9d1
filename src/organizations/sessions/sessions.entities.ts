import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Failed logins of one user name or one address in the current window. */
@Entity('login_failures')
@Index('login_failures_until_idx', ['until'])
export class LoginFailures {
  /** Hash of the name or address: nothing here tells who tried what. */
  @PrimaryColumn({ type: 'bytea', primaryKeyConstraintName: 'login_failures_pkey' })
  subject!: Buffer;

  @Column({ type: 'integer' })
  failures!: number;

  /** End of the window that the first failure opened. */
  @Column({ type: 'timestamptz' })
  until!: Date;
}
