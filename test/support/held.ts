import type { Answer } from './api-client.js';
import type { TestApp } from './app.js';
import { untilWaiting, withClient } from './postgres.js';

/**
 * Sends the requests while another connection holds what the statement locks or writes, each after the one before has
 * begun to wait or was answered; then lets go. So who comes first is sure.
 */
export function whileHeld(
  app: TestApp,
  [statement, ...values]: readonly [string, ...unknown[]],
  ...requests: readonly (() => Promise<Answer>)[]
): Promise<Answer[]> {
  return withClient(app.databaseUrl, async (client) => {
    await client.query('BEGIN');
    await client.query(statement, values);
    const answers: Promise<Answer>[] = [];
    for (const [index, send] of requests.entries()) {
      answers.push(send());
      await Promise.race([answers[index], untilWaiting(app.databaseUrl, index + 1).catch(() => undefined)]);
    }
    await client.query('COMMIT');
    return Promise.all(answers);
  });
}

export const statusesOf = (answers: readonly Answer[]): number[] => answers.map(({ status }) => status);
