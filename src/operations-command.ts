import { withDatabase } from './command-database.js';
import { CallerError } from './model/errors.js';
import { loadConfiguration } from './platform/configuration/configuration.js';
import type { Database } from './platform/database/database.js';
import { KeyRotation } from './platform/security/key-rotation.js';
import { sealedColumns } from './sealed-columns.js';

/** `npm run secrets:rotate` and `secrets:retire`, for this installation; the service may run meanwhile. */
async function main([command]: readonly string[]): Promise<void> {
  const configuration = loadConfiguration();
  const path = configuration.masterKeyFile;
  const rotation = (database: Database): KeyRotation => new KeyRotation(database, path, sealedColumns);
  if (command === 'rotate')
    return withDatabase(configuration, async (database) => {
      const moved = await rotation(database).rotate();
      say(`${moved} secrets moved to the first key of ${path}. Keep a copy of that file apart from the backups.`);
      say('npm run secrets:retire takes the former key out, once every process sees the changed file.');
    });
  if (command === 'retire')
    return withDatabase(configuration, async (database) => {
      const retired = await rotation(database).retire();
      say(`${retired} former keys taken out of ${path}. Backups made before still need them.`);
    });
  throw new CallerError(400, 'Usage: npm run secrets:rotate, npm run secrets:retire');
}

const say = (sentence: string): void => void process.stdout.write(`${sentence}\n`);

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
