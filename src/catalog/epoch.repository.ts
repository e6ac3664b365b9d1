import type { Sql } from '../platform/database/sql.js';

/** As the triggers on entries do, for changes that they do not see. */
export const advanceEpochText = `INSERT INTO catalog_epoch (id, epoch) VALUES (1, 1)
  ON CONFLICT (id) DO UPDATE SET epoch = catalog_epoch.epoch + 1`;

/** Outcomes of resolution that were cached before do not hold any more. */
export const advanceEpoch = (sql: Sql): Promise<number> => sql.run(advanceEpochText);
