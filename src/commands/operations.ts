import { resolve } from 'node:path';
import { prepareDatabase } from './application.js';
import { terminalSafe } from '../cli/terminal-safe.js';
import { UsageError } from '../cli/usage.js';
import { withDatabase } from './with-database.js';
import { knownMigrations } from '../../migrations/index.js';
import { createBackup, type MissingBlobs } from '../platform/backup/backup.js';
import { readBackupManifest } from '../platform/backup/backup-manifest.js';
import { restoreBackup } from '../platform/backup/restore.js';
import type { Configuration } from '../platform/configuration/configuration.js';
import { StartError } from '../platform/embedded/start-error.js';
import { KeyRotation } from '../platform/security/key-rotation.js';
import { createBlobStore } from '../platform/storage/create-blob-store.js';
import { uploads } from '../sboms/sboms.retention.js';
import { sealedColumns } from './sealed-columns.js';

/** Damaged files that are named. */
const maxNamed = 100;

function incompleteBackup({
  damaged,
  missing,
  place,
}: {
  damaged: readonly string[];
  missing: MissingBlobs;
  place: string;
}): StartError {
  const listed = (names: readonly string[], count = names.length): string => {
    const named = names.slice(0, maxNamed);
    return `${named.join(', ')}${count > named.length ? ` and ${count - named.length} more` : ''}`;
  };
  const ofDamaged = `Left out, because their content is not the one that was uploaded: ${listed(damaged)}. Look at the disk of the store.`;
  const ofMissing = `Not in the store, although imports name them: ${listed(missing.first, missing.count)}. Look whether ${place} is that of the service.`;
  const parts = [damaged.length > 0 ? ofDamaged : '', missing.count > 0 ? ofMissing : ''].filter(Boolean);
  return new StartError(`The rest of the backup is whole. ${parts.join(' ').replace(/\.$/, '')}`);
}

type PrintLine = (sentence: string) => void;
type Command = (configuration: Configuration, folder: string, say: PrintLine) => Promise<void>;

/** Operator commands. All except `restore` work while the service runs. */
const commands: Record<string, Command> = {
  async migrate(configuration, _folder, say) {
    await withDatabase(configuration, async () => undefined);
    say('The database has the schema of this release.');
  },

  'secrets rotate': (configuration, _folder, say) =>
    withDatabase(configuration, async (database) => {
      const { masterKeyFile } = configuration;
      const moved = await new KeyRotation(database, masterKeyFile, sealedColumns).rotate();
      say(
        `${moved} secrets moved to the first key of ${masterKeyFile}. Keep a copy of that file apart from the backups.`,
      );
      say('stocktake secrets retire takes the former key out, once every process sees the changed file.');
    }),

  'secrets retire': (configuration, _folder, say) =>
    withDatabase(configuration, async (database) => {
      const { masterKeyFile } = configuration;
      const { count, isFileWritten } = await new KeyRotation(database, masterKeyFile, sealedColumns).retire();
      if (isFileWritten)
        say(`${count} former keys taken out of ${masterKeyFile}. Backups made before still need them.`);
      else say(`Nothing needs the former keys now. Take all lines but the first out of ${masterKeyFile} yourself.`);
    }),

  'secrets check': (configuration, _folder, say) =>
    withDatabase(configuration, async (database) => {
      const rotation = new KeyRotation(database, configuration.masterKeyFile, sealedColumns);
      const unreadable = await rotation.findUnreadable();
      for (const { place, count } of unreadable)
        say(`${place}: no key of ${configuration.masterKeyFile} opens ${count}`);
      if (unreadable.length > 0)
        throw new StartError('Put the missing key back, or see "A lost master key" in SECURITY.md');
      say(`The keys of ${configuration.masterKeyFile} open every stored secret.`);
    }),

  'secrets discard': (configuration, _folder, say) =>
    withDatabase(configuration, async (database) => {
      const rotation = new KeyRotation(database, configuration.masterKeyFile, sealedColumns);
      const discarded = await rotation.discardUnreadable();
      for (const { place, count } of discarded) say(`${place}: ${count} given up`);
      say('Every secret that is left can be opened. SECURITY.md says what has to be entered again.');
    }),

  // Before an update it is made with the schema as it is: a migration could not be taken back.
  backup: (configuration, folder, say) =>
    withDatabase(
      configuration,
      async (database) => {
        const store = createBlobStore(configuration, database);
        const { tables, blobs, damaged, missing } = await createBackup(database, store, folder, [uploads]);
        say(`${tables.length} tables and ${blobs} uploaded files are in ${folder}.`);
        say(`The key that reads its secrets is not: keep a copy of ${configuration.masterKeyFile} elsewhere.`);
        if (damaged.length > 0 || missing.count > 0) throw incompleteBackup({ damaged, missing, place: store.place });
      },
      'unchanged',
    ),

  async restore(configuration, folder, say) {
    const manifest = await readBackupManifest(folder);
    const known = knownMigrations.map(({ name }) => name);
    if (manifest.migrations.some((name) => !known.includes(name)))
      throw new StartError('The backup was made by a later release of Stocktake: restore it with that one');
    const load: Parameters<typeof withDatabase>[1] = async (database, url) => {
      await restoreBackup(database, createBlobStore(configuration, database), folder, manifest);
      // A backup of an older release is restored into that release's schema; this brings it to the present one.
      await prepareDatabase(url);
    };
    await withDatabase(configuration, load, manifest.migrations);
    say(`The backup of ${manifest.created_at} is restored: ${manifest.tables.length} tables, ${manifest.blobs} files.`);
    say(`Before the service starts, put the master key of that time at ${configuration.masterKeyFile}.`);
  },
};

/** @throws UsageError for words that are no command; StartError with the sentence for whoever typed them */
export async function runOperation(
  words: readonly string[],
  configuration: Configuration,
  say: PrintLine,
): Promise<void> {
  const name = words[0] === 'secrets' ? words.slice(0, 2).join(' ') : (words[0] ?? '');
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new UsageError(`Unknown command "${terminalSafe(words.join(' '))}"`);
  const [folder, ...rest] = words.slice(name.split(' ').length);
  const needsFolder = name === 'backup' || name === 'restore';
  if (rest.length > 0 || needsFolder !== Boolean(folder))
    throw new UsageError(`${name} takes ${needsFolder ? 'one FOLDER' : 'no arguments'}`);
  await command(configuration, resolve(folder ?? '.'), say);
}
