import pg from 'pg';

/** The next measurement begins when what the one before left to do, resolution and scoring, has ended. */
export async function settled(databaseUrl: string): Promise<void> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const underWay = `SELECT FROM job_runs WHERE state IN ('queued', 'active') OR state = 'waiting' AND due_at <= now()`;
  for (let quiet = 0; quiet < 3; quiet += 1) {
    if ((await client.query(`${underWay} LIMIT 1`)).rows.length > 0) quiet = -1;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await client.query('VACUUM ANALYZE components');
  await client.end();
}
