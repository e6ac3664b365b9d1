import { aptIndex, binaryRecords, sourceRecords } from './apt-index.js';
import type { RemoteSource } from './source.js';

const archive = 'https://deb.debian.org/debian/dists/stable/main';
const license = { name: 'Debian package metadata', url: 'https://www.debian.org/legal/licenses/' };

/** Debian's sources with their binaries, and the binaries of the most used architecture. */
export const debianSources: readonly RemoteSource[] = [
  {
    name: 'debian-sources',
    address: `${archive}/source/Sources.gz`,
    license,
    ...aptIndex('debian', sourceRecords),
  },
  {
    name: 'debian-packages',
    address: `${archive}/binary-amd64/Packages.gz`,
    license,
    ...aptIndex('debian', binaryRecords),
  },
];
