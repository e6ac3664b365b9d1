import type { MigrationInterface, QueryRunner } from 'typeorm';
import { protectTable } from '../src/platform/database/row-security.js';

const tables = [
  'alarm_channels',
  'alarm_events',
  'alarm_items',
  'alarm_deliveries',
  'alarm_messages',
  'open_alarms',
  'delivery_qualities',
];

/** When a channel sends what comes at a moment: by its digest, in its time zone, and after its quiet hours. */
const sendTime = `
  CREATE FUNCTION alarm_send_time(c alarm_channels, at timestamptz) RETURNS timestamptz LANGUAGE sql STABLE AS $$
    WITH here AS (SELECT at AT TIME ZONE c.time_zone AS t),
    slot AS (SELECT t, CASE c.digest
        WHEN 'daily' THEN date_trunc('day', t) + c.digest_time::time
        WHEN 'weekly' THEN date_trunc('week', t) + make_interval(days => c.digest_day - 1) + c.digest_time::time
        ELSE t END AS first,
      CASE c.digest WHEN 'daily' THEN interval '1 day' WHEN 'weekly' THEN interval '7 days' ELSE interval '0' END AS step
      FROM here),
    due AS (SELECT CASE WHEN first < t THEN first + step ELSE first END AS t FROM slot),
    quiet AS (SELECT t, t::time AS clock, c.quiet_from::time AS since, c.quiet_to::time AS until FROM due)
    SELECT (CASE
      WHEN since < until AND clock >= since AND clock < until THEN date_trunc('day', t) + until
      WHEN since > until AND clock >= since THEN date_trunc('day', t) + interval '1 day' + until
      WHEN since > until AND clock < until THEN date_trunc('day', t) + until
      ELSE t END) AT TIME ZONE c.time_zone FROM quiet
  $$`;

/** Alarms of an organization, their channels, and what was published of each SBOM (docs/adr/0031-alarms.md). */
export class Alarms1700000003410 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE alarm_channels (
        id uuid PRIMARY KEY,
        org_id uuid NOT NULL,
        kind text NOT NULL,
        name text NOT NULL,
        target jsonb NOT NULL DEFAULT '{}',
        sealed bytea NOT NULL,
        events text[] NOT NULL DEFAULT '{}',
        min_severity text NOT NULL DEFAULT 'none',
        min_epss double precision NOT NULL DEFAULT 0,
        exploited_only boolean NOT NULL DEFAULT false,
        include_undecided boolean NOT NULL DEFAULT false,
        team_ids uuid[] NOT NULL DEFAULT '{}',
        suppliers text[] NOT NULL DEFAULT '{}',
        digest text NOT NULL DEFAULT 'immediate',
        digest_time text NOT NULL DEFAULT '08:00',
        digest_day int NOT NULL DEFAULT 1,
        time_zone text NOT NULL DEFAULT 'UTC',
        quiet_from text,
        quiet_to text,
        active boolean NOT NULL DEFAULT true,
        disabled_reason text NOT NULL DEFAULT '',
        failing_since timestamptz,
        send_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now(),
        deleted_at timestamptz
      );
      CREATE INDEX alarm_channels_by_organization ON alarm_channels (org_id, created_at, id) WHERE deleted_at IS NULL;
      CREATE INDEX alarm_channels_due ON alarm_channels (send_at) WHERE send_at IS NOT NULL;

      CREATE TABLE alarm_events (
        id uuid PRIMARY KEY,
        org_id uuid NOT NULL,
        team_id uuid NOT NULL,
        sbom_id uuid NOT NULL,
        type text NOT NULL,
        sbom_name text NOT NULL,
        sbom_version text NOT NULL,
        supplier text NOT NULL,
        is_first boolean NOT NULL DEFAULT false,
        total int NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX alarm_events_by_organization ON alarm_events (org_id, created_at, id);

      CREATE TABLE alarm_items (
        event_id uuid NOT NULL,
        position int NOT NULL,
        org_id uuid NOT NULL,
        subject text NOT NULL,
        package text NOT NULL,
        component_id uuid,
        component text NOT NULL,
        version text NOT NULL,
        components int NOT NULL DEFAULT 1,
        severity text NOT NULL DEFAULT 'unknown',
        status text NOT NULL DEFAULT 'affected',
        epss real,
        exploited boolean NOT NULL DEFAULT false,
        fixed_in text,
        text text NOT NULL DEFAULT '',
        PRIMARY KEY (event_id, position)
      );

      CREATE TABLE alarm_deliveries (
        channel_id uuid NOT NULL,
        event_id uuid NOT NULL,
        org_id uuid NOT NULL,
        message_id uuid,
        created_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (channel_id, event_id)
      );
      CREATE INDEX alarm_deliveries_waiting ON alarm_deliveries (channel_id) WHERE message_id IS NULL;
      CREATE INDEX alarm_deliveries_by_event ON alarm_deliveries (event_id);

      CREATE TABLE alarm_messages (
        id uuid PRIMARY KEY,
        org_id uuid NOT NULL,
        channel_id uuid NOT NULL,
        subject text NOT NULL,
        body text NOT NULL,
        alarms int NOT NULL,
        status text NOT NULL DEFAULT 'pending',
        attempts int NOT NULL DEFAULT 0,
        due_at timestamptz NOT NULL DEFAULT now(),
        error text NOT NULL DEFAULT '',
        created_at timestamptz NOT NULL DEFAULT now(),
        finished_at timestamptz
      );
      CREATE INDEX alarm_messages_by_channel ON alarm_messages (channel_id, created_at, id);
      CREATE INDEX alarm_messages_due ON alarm_messages (due_at) WHERE status = 'pending';

      CREATE TABLE open_alarms (
        sbom_id uuid NOT NULL,
        kind text NOT NULL,
        package text NOT NULL,
        subject text NOT NULL,
        org_id uuid NOT NULL,
        component_id uuid NOT NULL,
        status text NOT NULL,
        exploited boolean NOT NULL,
        opened_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (sbom_id, kind, package, subject)
      );

      CREATE TABLE delivery_qualities (
        sbom_id uuid NOT NULL,
        import_number int NOT NULL,
        standard text NOT NULL,
        org_id uuid NOT NULL,
        title text NOT NULL,
        score double precision,
        met boolean NOT NULL,
        checked_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (sbom_id, import_number, standard)
      );

      CREATE TABLE alarm_checks (
        sbom_id uuid PRIMARY KEY,
        org_id uuid NOT NULL,
        is_silent boolean NOT NULL DEFAULT false,
        changed_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX alarm_checks_in_order ON alarm_checks (changed_at)`);
    for (const table of [...tables, 'alarm_checks']) await protectTable(runner, table);
    await runner.query(sendTime);
    await runner.query('ALTER TABLE sboms ADD COLUMN alarms_published_at timestamptz');
    // What is there is no news.
    await runner.query(
      `INSERT INTO alarm_checks (sbom_id, org_id, is_silent)
       SELECT id, org_id, true FROM sboms WHERE deleted_at IS NULL AND judged_at IS NOT NULL`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION alarm_send_time(alarm_channels, timestamptz)');
    await runner.query(`DROP TABLE ${[...tables, 'alarm_checks'].join(', ')}`);
    await runner.query('ALTER TABLE sboms DROP COLUMN alarms_published_at');
  }
}
