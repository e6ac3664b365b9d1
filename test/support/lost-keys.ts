import { withClient } from './postgres.js';

/** Makes the secret of a row one that was encrypted with a master key that this installation does not have. */
export async function loseSecret(
  databaseUrl: string,
  table: string,
  id: string,
  { key = 'id', sealed = 'sealed' } = {},
): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    await client.query(
      `INSERT INTO master_keys (check_value, key_id, state) VALUES ('lost', '\\x0807060504030201', 'former')
       ON CONFLICT DO NOTHING`,
    );
    await client.query(
      `UPDATE ${table} SET ${sealed} = '\\x010807060504030201' || substring(${sealed} FROM 10) WHERE ${key} = $1`,
      [id],
    );
  });
}
