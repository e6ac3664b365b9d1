import type { MigrationInterface, QueryRunner } from 'typeorm';

const sealedColumns = [
  ['signing_keys', 'private_key'],
  ['project_secrets', 'sealed'],
  ['webhooks', 'sealed'],
  ['webhooks', 'previous_sealed'],
] as const;

/**
 * The database decides which master key encrypts, knows which processes hold which keys, and takes no secret under a
 * key that it does not know. Processes that start fill in `key_id`, which follows from a key alone.
 */
export class MasterKeyStates1700000001900 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE master_keys ADD COLUMN key_id bytea,
         ADD COLUMN state text NOT NULL DEFAULT 'former'
           CONSTRAINT master_keys_state CHECK (state IN ('announced', 'current', 'former'))`,
    );
    // Leases: neither a backup nor a recovery brings them back.
    await runner.query(
      `CREATE UNLOGGED TABLE master_key_holders (
         id uuid CONSTRAINT master_key_holders_pkey PRIMARY KEY,
         process text NOT NULL,
         key_ids bytea array NOT NULL,
         sealing_id bytea NOT NULL,
         lease_until timestamp with time zone NOT NULL)`,
    );
    // A serialization failure: the caller's transaction is tried again. The lock holds off the key's removal.
    await runner.query(
      `CREATE FUNCTION require_known_master_key() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
         SET search_path = public AS $$
       DECLARE
         sealed text := to_jsonb(NEW) ->> TG_ARGV[0];
       BEGIN
         IF coalesce(length(sealed), 0) <= 2 THEN RETURN NEW; END IF;
         PERFORM FROM master_keys
         WHERE (key_id = decode(substr(sealed, 5, 16), 'hex') AND state <> 'announced') OR key_id IS NULL FOR KEY SHARE;
         IF NOT FOUND THEN
           RAISE EXCEPTION 'The secret is encrypted with a master key that this database does not know'
             USING ERRCODE = 'serialization_failure';
         END IF;
         RETURN NEW;
       END $$`,
    );
    for (const [table, column] of sealedColumns)
      await runner.query(
        `CREATE TRIGGER known_master_key_${column} BEFORE INSERT OR UPDATE OF ${column} ON ${table}
         FOR EACH ROW EXECUTE FUNCTION require_known_master_key('${column}')`,
      );
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [table, column] of sealedColumns)
      await runner.query(`DROP TRIGGER known_master_key_${column} ON ${table}`);
    await runner.query('DROP FUNCTION require_known_master_key()');
    await runner.query('DROP TABLE master_key_holders');
    // A key that was announced only has encrypted nothing.
    await runner.query(`DELETE FROM master_keys WHERE state = 'announced'`);
    await runner.query('ALTER TABLE master_keys DROP COLUMN key_id, DROP COLUMN state');
  }
}
