import type { MigrationInterface, QueryRunner } from 'typeorm';

/** As in 1700000005310-NearNames. */
const folded = `translate(lower(left(c.name, 200)), ' ._-/', '')`;

const own = `current_setting('stocktake.organizations', true)::uuid[]`;

/** For one range of names at a time: OFFSET keeps the planner from comparing every waiting entry with every range. */
const inRanges = (expression: string, starts: string): string => `
  SELECT c.id FROM unnest(${starts}) AS s (start) CROSS JOIN LATERAL (
    SELECT c.id FROM components c
    WHERE c.review_reason IS NOT NULL AND c.org_id = tenant
      AND ${expression} COLLATE "C" >= s.start AND ${expression} COLLATE "C" < s.start || U&'\\+10FFFF' OFFSET 0) AS c`;

const isLike = `c.name_key LIKE '%' || regexp_replace(part, '([\\\\%_])', '\\\\\\1', 'g') || '%' AND c.deleted_at IS NULL`;

/** Of ten million entries one organization took 10 ms, all at once 38 to 154: beyond so many, all at once costs less. */
const maxAskedEach = 8;

/**
 * The planner left the organization out of the index over parts of names, and read what all organizations have; asked
 * for one organization at a time it does not. Names that begin or end alike are looked up range by range.
 */
export class LookupsPerOrganization1700000005410 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
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
    await runner.query(
      `CREATE OR REPLACE FUNCTION open_entries_by_name(tenant uuid, starts text[], ends text[]) RETURNS SETOF uuid
       LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
         SELECT id FROM (${inRanges(folded, 'starts')} UNION ${inRanges(`reverse(${folded})`, 'ends')}) AS near (id)
         WHERE tenant = ANY (${own})
       $$`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE OR REPLACE FUNCTION components_by_name_part(orgs uuid[], part text) RETURNS SETOF uuid
       LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
         SELECT c.id FROM components c
         WHERE c.org_id = ANY (ARRAY(SELECT unnest(orgs) INTERSECT SELECT unnest(${own}))) AND ${isLike}
       $$`,
    );
    const formerly = (expression: string, starts: string): string => `
      SELECT c.id FROM unnest(${starts}) AS s (start) JOIN components c
        ON ${expression} COLLATE "C" >= s.start AND ${expression} COLLATE "C" < s.start || U&'\\+10FFFF'
      WHERE c.review_reason IS NOT NULL AND c.org_id = tenant AND c.org_id = ANY ((SELECT ${own})::uuid[])`;
    await runner.query(
      `CREATE OR REPLACE FUNCTION open_entries_by_name(tenant uuid, starts text[], ends text[]) RETURNS SETOF uuid
       LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
         ${formerly(folded, 'starts')} UNION ${formerly(`reverse(${folded})`, 'ends')}
       $$`,
    );
  }
}
