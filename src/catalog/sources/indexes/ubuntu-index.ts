import { aptIndex, binaryRecords } from '../apt-index.js';
import type { RemoteSource } from '../source.js';

/** Binary packages of the long-term release that is most in use, of both its large components. */
export const ubuntuIndexes: readonly RemoteSource[] = ['main', 'universe'].map((component) => ({
  name: `ubuntu-${component}`,
  address: `https://archive.ubuntu.com/ubuntu/dists/noble/${component}/binary-amd64/Packages.gz`,
  isIndex: true,
  ...aptIndex('ubuntu', (paragraph, distribution) =>
    binaryRecords(paragraph, distribution).map((record) =>
      record.kind === 'package' ? { ...record, weight: 0 } : record,
    ),
  ),
}));
