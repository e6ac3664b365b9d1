import type { MigrationInterface, QueryRunner } from 'typeorm';

/** As in 1700000005310-NearNames. */
const folded = `translate(lower(left(name, 200)), ' ._-/', '')`;
const included = 'sbom_id, review_reason, review_hint, review_org, id, created_at, confidence';

const queue = (more: string, waiting: string): string => `
  DROP INDEX components_to_review, components_to_review_by_start, components_to_review_by_end;
  CREATE INDEX components_to_review ON components (org_id, review_key) INCLUDE (${included}${more}) WHERE ${waiting};
  CREATE INDEX components_to_review_by_start ON components (org_id, (${folded}) COLLATE "C") WHERE ${waiting};
  CREATE INDEX components_to_review_by_end ON components (org_id, (reverse(${folded})) COLLATE "C") WHERE ${waiting}`;

/** As in 1700000005410-LookupsPerOrganization, of entries that wait for a person. */
const inRanges = (expression: string, starts: string, waiting: string): string => `
  SELECT c.id FROM unnest(${starts}) AS s (start) CROSS JOIN LATERAL (
    SELECT c.id FROM components c
    WHERE ${waiting} AND c.org_id = tenant
      AND ${expression} COLLATE "C" >= s.start AND ${expression} COLLATE "C" < s.start || U&'\\+10FFFF' OFFSET 0) AS c`;

const nearNames = (waiting: string): string => `
  CREATE OR REPLACE FUNCTION open_entries_by_name(tenant uuid, starts text[], ends text[]) RETURNS SETOF uuid
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
    SELECT id FROM (${inRanges(folded.replace('name', 'c.name'), 'starts', waiting)}
      UNION ${inRanges(`reverse(${folded.replace('name', 'c.name')})`, 'ends', waiting)}) AS near (id)
    WHERE tenant = ANY (current_setting('stocktake.organizations', true)::uuid[])
  $$`;

/**
 * The indexes of the review queue leave out what waits for resolution, which the queue does not show: they were written
 * for each entry at its import and again at its resolution, though most are resolved and never wait for a person.
 */
export class QueueOfResolved1700000005430 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(queue('', 'review_reason IS NOT NULL AND NOT pending'));
    await runner.query(nearNames('c.review_reason IS NOT NULL AND NOT c.pending'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(queue(', pending', 'review_reason IS NOT NULL'));
    await runner.query(nearNames('c.review_reason IS NOT NULL'));
  }
}
