import { withClient } from './postgres.js';

/** As if the last monitoring runs of a subject had been that many days ago. */
export function passTime(databaseUrl: string, subjectId: string, days: number): Promise<void> {
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      'SELECT id FROM monitoring_runs WHERE subject_id = $1 ORDER BY due_at',
      [subjectId],
    );
    // One after the other, the oldest first: no two runs of a subject may be due at one moment, not even on the way.
    for (const { id } of rows)
      await client.query('UPDATE monitoring_runs SET due_at = due_at - make_interval(days => $2) WHERE id = $1', [
        id,
        days,
      ]);
  });
}
