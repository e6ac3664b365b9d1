import { FormatError } from '../../formats/format.js';
import { RpmHeader, rpmNamespaceOf, rpmTags } from '../archives/rpm-header.js';
import type { ContentsBuilder } from '../contents-builder.js';
import type { ManifestFile, ManifestKind } from '../manifest-kind.js';
import { berkeleyBlobs } from './berkeley.js';
import { distributionOf, unknownDistribution, type ImageDistribution } from './distribution.js';
import { ndbBlobs } from './ndb.js';
import { SqliteFile } from './sqlite.js';

/** The database of installed packages of rpm (rpm.org, "Database backends"): SQLite, ndb of SUSE, or the former Berkeley DB. */
export const rpmDatabase: ManifestKind = {
  id: 'rpm-database',
  ecosystem: 'rpm',
  nature: 'locked',
  files: ['rpmdb.sqlite', 'Packages.db', 'rpm/Packages'],
  matches: (path) => inRoot.test(path),
  read,
};

const inRoot =
  /(?:(?:^|(?<=\/))(?:var\/lib|usr\/lib\/sysimage)\/rpm\/|(?:^|(?<=\/)))(?:rpmdb\.sqlite|Packages\.db|(?<=(?:^|\/)rpm\/)Packages)$/;

/** Ids of distributions whose packages have another namespace. */
const namespaces: Readonly<Record<string, string>> = {
  rhel: 'redhat',
  ol: 'oracle',
  sles: 'suse',
  sled: 'suse',
  sle_hpc: 'suse',
  mariner: 'azurelinux',
  'opensuse-leap': 'opensuse',
  'opensuse-tumbleweed': 'opensuse',
  'opensuse-microos': 'opensuse',
};

/** Of packages of a distribution, where they do not say it; empty where it is unknown. */
export const rpmNamespace = (id: string): string => (Object.hasOwn(namespaces, id) ? namespaces[id]! : id);

async function read(file: ManifestFile, out: ContentsBuilder): Promise<void> {
  const distribution = await distributionOf(file, inRoot);
  if (distribution === null) out.addWarning(1, unknownDistribution);
  const providers = new Map<string, string | null>();
  const needs: [from: string | null, names: readonly string[]][] = [];
  let unreadable = 0;
  for (const blob of await blobsOf(file)) {
    const header = headerOf(blob);
    if (!header) unreadable += 1;
    // Keys of signatures are kept as if they were packages.
    else if (header.text(rpmTags.name) !== 'gpg-pubkey') {
      const ref = addPackage(header, distribution, out);
      for (const name of [header.text(rpmTags.name), ...header.texts(rpmTags.provides)])
        if (!providers.has(name)) providers.set(name, ref);
      needs.push([ref, header.texts(rpmTags.requires)]);
    }
  }
  if (unreadable > 0) out.addLoss(1, `${unreadable} packages of the database cannot be read`);
  for (const [from, names] of needs) for (const name of names) out.addDependency(from, providers.get(name) ?? null);
}

async function blobsOf({ path, bytes, tree }: ManifestFile): Promise<Iterable<Buffer>> {
  const database = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (path.endsWith('.db')) return ndbBlobs(database);
  if (path.endsWith('/Packages')) return berkeleyBlobs(database);
  const wal = await tree.read(`${path}-wal`);
  const rows = new SqliteFile(database, wal && Buffer.from(wal)).table('Packages');
  if (!rows) throw new FormatError('malformed', 'The SQLite database has no table Packages');
  return blobColumn(rows);
}

function* blobColumn(rows: Iterable<readonly unknown[]>): Iterable<Buffer> {
  for (const [, blob] of rows) yield blob instanceof Buffer ? blob : Buffer.alloc(0);
}

function headerOf(blob: Buffer): RpmHeader | null {
  try {
    const header = new RpmHeader(blob, 0);
    return header.text(rpmTags.name) === '' ? null : header;
  } catch (error) {
    if (error instanceof FormatError) return null;
    throw error;
  }
}

function addPackage(header: RpmHeader, distribution: ImageDistribution | null, out: ContentsBuilder): string | null {
  const [name, license] = [header.text(rpmTags.name), header.text(rpmTags.license)];
  const version = [header.text(rpmTags.version), header.text(rpmTags.release)].filter((part) => part !== '').join('-');
  const namespace = rpmNamespaceOf(header) ?? (rpmNamespace(distribution?.id ?? '') || undefined);
  const qualifiers = {
    arch: header.text(rpmTags.arch),
    epoch: header.number(rpmTags.epoch),
    upstream: header.text(rpmTags.sourceRpm),
    distro: distribution?.name ?? '',
  };
  return out.addComponent({
    ecosystem: 'rpm',
    name,
    version,
    line: 1,
    scope: 'runtime',
    ...(namespace !== undefined && { purl: { type: 'rpm', namespace, name, version, qualifiers } }),
    ...(license !== '' && { license }),
  });
}
