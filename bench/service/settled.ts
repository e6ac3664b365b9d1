import pg from 'pg';

/** The next measurement begins when what the one before left to do, resolution and scoring, has ended. */
export async function settled(databaseUrl: string): Promise<void> {
  await idle(databaseUrl, (client) => client.query('VACUUM ANALYZE components'));
}

/** The same where a vacuum of the table would take longer than what is measured. */
export async function idle(databaseUrl: string, then?: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const underWay = `SELECT FROM job_runs WHERE state IN ('queued', 'active') OR state = 'waiting' AND due_at <= now()`;
  for (let quiet = 0; quiet < 3; quiet += 1) {
    if ((await client.query(`${underWay} LIMIT 1`)).rows.length > 0) quiet = -1;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await then?.(client);
  await client.end();
}
