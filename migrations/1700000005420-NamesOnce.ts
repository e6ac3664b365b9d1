import type { MigrationInterface, QueryRunner } from 'typeorm';

const own = `current_setting('stocktake.organizations', true)::uuid[]`;

/** As in 1700000005410-LookupsPerOrganization. */
const isLike = `c.name_key LIKE '%' || regexp_replace(part, '([\\\\%_])', '\\\\\\1', 'g') || '%' AND c.deleted_at IS NULL`;
const maxAskedEach = 8;

/** By the index whatever PostgreSQL takes the table of written rows for: it has no statistics of it. */
const isNew = (row: string): string =>
  `(SELECT true FROM component_names n WHERE n.org_id = ${row}.org_id AND n.name_key = ${row}.name_key
    AND n.noted_at > now() - interval '7 days' LIMIT 1) IS NULL`;

/**
 * Parts of names are looked for among the names of an organization, each noted once, not in an index over all entries:
 * that one took a place for each three letters of each entry, anywhere among those of all organizations, at each import
 * and again at each resolution.
 *
 * A name is noted anew when it is written more than a week later. So a note older than that may go while a transaction
 * that wrote the name is open, and nothing waits for anything. Nobody but these functions reads or writes the table.
 */
export class NamesOnce1700000005420 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE component_names (
        org_id uuid NOT NULL,
        name_key text COLLATE "C" NOT NULL,
        noted_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (org_id, name_key, noted_at)
      );
      CREATE FUNCTION note_written_names() RETURNS trigger
      LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
      BEGIN
        INSERT INTO component_names (org_id, name_key)
        SELECT DISTINCT w.org_id, w.name_key FROM written w WHERE w.deleted_at IS NULL AND ${isNew('w')}
        ON CONFLICT DO NOTHING;
        RETURN NULL;
      END $$;
      CREATE FUNCTION note_changed_name() RETURNS trigger
      LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
      BEGIN
        INSERT INTO component_names (org_id, name_key)
        SELECT NEW.org_id, NEW.name_key WHERE ${isNew('NEW')}
        ON CONFLICT DO NOTHING;
        RETURN NULL;
      END $$;
      CREATE TRIGGER note_written_names AFTER INSERT ON components REFERENCING NEW TABLE AS written
        FOR EACH STATEMENT EXECUTE FUNCTION note_written_names();
      CREATE TRIGGER note_changed_name AFTER UPDATE OF name, org_id, deleted_at ON components FOR EACH ROW
        WHEN (NEW.deleted_at IS NULL
          AND (NEW.name, NEW.org_id, NEW.deleted_at) IS DISTINCT FROM (OLD.name, OLD.org_id, OLD.deleted_at))
        EXECUTE FUNCTION note_changed_name();
      INSERT INTO component_names (org_id, name_key)
        SELECT DISTINCT org_id, name_key FROM components WHERE deleted_at IS NULL;
      DROP INDEX components_by_name_part`);
    await runner.query('ANALYZE component_names');
    await runner.query(
      `CREATE OR REPLACE FUNCTION components_by_name_part(orgs uuid[], part text) RETURNS SETOF uuid
       LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
         SELECT c.id FROM (
             SELECT DISTINCT n.org_id, n.name_key FROM component_names n
             WHERE n.org_id = ANY (ARRAY(SELECT unnest(orgs) INTERSECT SELECT unnest(${own})))
               AND strpos(n.name_key, part) > 0 OFFSET 0) AS n
           CROSS JOIN LATERAL (
             SELECT c.id FROM components c
             WHERE c.org_id = n.org_id AND c.name_key = n.name_key AND c.deleted_at IS NULL OFFSET 0) AS c
       $$`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE OR REPLACE FUNCTION components_by_name_part(orgs uuid[], part text) RETURNS SETOF uuid
       LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
         WITH searched AS (SELECT ARRAY(SELECT unnest(orgs) INTERSECT SELECT unnest(${own})) AS ids)
         SELECT c.id FROM (SELECT unnest(ids) AS id FROM searched WHERE cardinality(ids) <= ${maxAskedEach}) AS o
           CROSS JOIN LATERAL (SELECT c.id FROM components c WHERE c.org_id = o.id AND ${isLike} OFFSET 0) AS c
         UNION ALL SELECT c.id FROM components c
         WHERE (SELECT cardinality(ids) > ${maxAskedEach} FROM searched) AND c.org_id = ANY ((SELECT ids FROM searched)::uuid[])
           AND ${isLike}
       $$`,
    );
    await runner.query(`
      DROP TRIGGER note_changed_name ON components;
      DROP TRIGGER note_written_names ON components;
      DROP FUNCTION note_changed_name();
      DROP FUNCTION note_written_names();
      DROP TABLE component_names;
      CREATE INDEX components_by_name_part ON components USING gin (org_id, name_key gin_trgm_ops)
        WHERE deleted_at IS NULL`);
  }
}
