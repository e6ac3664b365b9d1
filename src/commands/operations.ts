import { resolve } from 'node:path';
import { prepareDatabase } from '../application.js';
import { withDatabase } from './with-database.js';
import { knownMigrations } from '../data-source.js';
import { CallerError } from '../model/errors.js';
import { createBackup } from '../platform/backup/backup.js';
import { readBackupManifest } from '../platform/backup/backup-manifest.js';
import { restoreBackup } from '../platform/backup/restore.js';
import type { Configuration } from '../platform/configuration/configuration.js';
import { StartError } from '../platform/embedded/start-error.js';
import { KeyRotation } from '../platform/security/key-rotation.js';
import { BlobStore } from '../platform/storage/blob-store.js';
import { sealedColumns } from './sealed-columns.js';

type PrintLine = (sentence: string) => void;
type Command = (configuration: Configuration, folder: string, say: PrintLine) => Promise<void>;

/** What whoever runs an installation does beside the service; all but `restore` while it runs. */
const commands: Record<string, Command> = {
  rotate: (configuration, _folder, say) =>
    withDatabase(configuration, async (database) => {
      const { masterKeyFile } = configuration;
      const moved = await new KeyRotation(database, masterKeyFile, sealedColumns).rotate();
      say(
        `${moved} secrets moved to the first key of ${masterKeyFile}. Keep a copy of that file apart from the backups.`,
      );
      say('npm run secrets:retire takes the former key out, once every process sees the changed file.');
    }),

  retire: (configuration, _folder, say) =>
    withDatabase(configuration, async (database) => {
      const { masterKeyFile } = configuration;
      const retired = await new KeyRotation(database, masterKeyFile, sealedColumns).retire();
      say(`${retired} former keys taken out of ${masterKeyFile}. Backups made before still need them.`);
    }),

  backup: (configuration, folder, say) =>
    withDatabase(configuration, async (database) => {
      const { tables, blobs } = await createBackup(database, new BlobStore(configuration), folder);
      say(`${tables.length} tables and ${blobs} uploaded files are in ${folder}.`);
      say(`The key that reads its secrets is not: keep a copy of ${configuration.masterKeyFile} elsewhere.`);
    }),

  async restore(configuration, folder, say) {
    const manifest = await readBackupManifest(folder);
    const known = knownMigrations.map(({ name }) => name);
    if (manifest.migrations.some((name) => !known.includes(name)))
      throw new StartError('The backup was made by a later release of Stocktake: restore it with that one');
    const load: Parameters<typeof withDatabase>[1] = async (database, url) => {
      await restoreBackup(database, new BlobStore(configuration), folder, manifest);
      // An older release's backup was put into that release's schema; now it is brought to this one's.
      await prepareDatabase(url);
    };
    await withDatabase(configuration, load, manifest.migrations);
    say(`The backup of ${manifest.created_at} is restored: ${manifest.tables.length} tables, ${manifest.blobs} files.`);
    say(`Before the service starts, put the master key of that time at ${configuration.masterKeyFile}.`);
  },
};

/** @throws CallerError for words that are no command; StartError with the sentence for whoever typed them */
export async function runOperation(
  words: readonly string[],
  configuration: Configuration,
  say: PrintLine,
): Promise<void> {
  const [name = '', folder, ...rest] = words;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  const needsFolder = name === 'backup' || name === 'restore';
  if (!command || rest.length > 0 || needsFolder !== Boolean(folder))
    throw new CallerError(400, 'Usage: npm run secrets:rotate, secrets:retire, backup -- FOLDER, restore -- FOLDER');
  await command(configuration, resolve(folder ?? '.'), say);
}
