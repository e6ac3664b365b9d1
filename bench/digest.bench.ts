import { randomUUID } from 'node:crypto';
import { alarmText } from '../src/alarms/alarm-text.js';
import { newChannelFields } from '../src/alarms/channel-fields.js';
import type { ChannelKind } from '../src/alarms/alarm-types.js';
import { findChannel, insertChannel } from '../src/alarms/channels.repository.js';
import { waitingDigest } from '../src/alarms/messages.repository.js';
import { Receivers } from '../src/alarms/receivers/receivers.js';
import { Database } from '../src/platform/database/database.js';
import { openBenchService, percentile, timed } from './service/bench-service.js';

/** How long it takes to put a digest together: `npm run bench:digest -- [findings]`, of a hundred SBOMs. */
const findings = Number(process.argv[2] ?? 10_000);
const sboms = 100;
const rounds = 10;

const { nest, orgId, close } = await openBenchService();
try {
  const database = nest.get(Database);
  const receivers = nest.get(Receivers);
  for (const kind of ['slack', 'teams', 'email'] as const) {
    const id = await fill(database, kind);
    const times: number[] = [];
    let bytes = 0;
    for (let n = -1; n < rounds; n += 1) {
      const { ms } = await timed(() =>
        database.transaction({ organizations: [orgId] }, async (sql) => {
          const receiver = receivers.of(kind);
          const digest = await waitingDigest(sql, (await findChannel(sql, id))!, receiver.limits.lines);
          const told = digest.events.reduce((sum, { passing }) => sum + passing, 0);
          if (told !== findings) throw new Error(`The digest is of ${told} findings`);
          bytes = Buffer.byteLength(receiver.render(alarmText(digest, receiver.limits)));
        }),
      );
      if (n >= 0) times.push(ms);
    }
    const [half, most] = [0.5, 0.95].map((share) => percentile(times, share).toFixed(0));
    console.log(`digest of ${findings} findings, ${kind}: p50 ${half} ms, p95 ${most} ms, ${bytes} bytes`);
  }
} finally {
  await close();
}

async function fill(database: Database, kind: ChannelKind): Promise<string> {
  return database.session('system', async (sql) => {
    const channel = await insertChannel(sql, { orgId, kind, fields: newChannelFields }, () => Buffer.from(''));
    const seed = randomUUID();
    const parameters = { orgId, seed };
    await sql.run(
      `INSERT INTO alarm_events (id, org_id, team_id, sbom_id, type, sbom_name, sbom_version, supplier, total)
       SELECT md5($seed || n)::uuid, $orgId, $orgId, md5('sbom' || n)::uuid, 'vulnerability.found', 'Product ' || n, '1',
         'Supplier', $items::int FROM generate_series(1, $sboms::int) n`,
      { ...parameters, sboms, items: findings / sboms },
    );
    await sql.run(
      `INSERT INTO alarm_items (event_id, position, org_id, subject, package, component, version, severity, epss, text)
       SELECT md5($seed || n)::uuid, k, $orgId, 'CVE-2026-' || (n * 1000 + k), 'pkg:npm/part-' || k, 'part-' || k, '1.0',
         (ARRAY['critical', 'high', 'medium', 'low', 'unknown'])[1 + k % 5], k / 1000.0, repeat('A flaw. ', 20)
       FROM generate_series(1, $sboms::int) n, generate_series(1, $items::int) k`,
      { ...parameters, sboms, items: findings / sboms },
    );
    await sql.run(
      `INSERT INTO alarm_deliveries (channel_id, event_id, org_id)
       SELECT $channelId, md5($seed || n)::uuid, $orgId FROM generate_series(1, $sboms::int) n`,
      { ...parameters, sboms, channelId: channel.id },
    );
    return channel.id;
  });
}
