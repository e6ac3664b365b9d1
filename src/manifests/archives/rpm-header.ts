import { FormatError } from '../../formats/format.js';
import type { ContentsBuilder } from '../contents-builder.js';
import type { ManifestFile, ManifestKind } from '../manifest-kind.js';

/** Metadata of an RPM package: the header section extracted by `rpmHeader`. */
export const rpmHeaderKind: ManifestKind = {
  id: 'rpm-header',
  ecosystem: 'rpm',
  nature: 'locked',
  files: ['*.rpm'],
  matches: (path) => /(?:^|!\/)rpm-header$/.test(path),
  read,
};

/** Tags and types of the RPM package file format. */
const tags = {
  name: 1000,
  version: 1001,
  release: 1002,
  epoch: 1003,
  distribution: 1010,
  vendor: 1011,
  license: 1014,
  arch: 1022,
  sourceRpm: 1044,
};
const int32 = 4;
const texts = new Set([6, 8, 9]);
const indexStart = 16;
const entrySize = 16;
const maxTextLength = 64 * 1024;

/** Vendor names and the namespaces of their package URLs. */
const vendors: readonly (readonly [RegExp, string])[] = [
  [/^fedora/i, 'fedora'],
  [/^red ?hat/i, 'redhat'],
  [/^centos/i, 'centos'],
  [/^rocky/i, 'rocky'],
  [/^almalinux/i, 'almalinux'],
  [/^oracle/i, 'oracle'],
  [/^amazon/i, 'amzn'],
  [/^opensuse|^obs:\/\/build\.opensuse\.org\/openSUSE/i, 'opensuse'],
  [/^suse/i, 'suse'],
  [/^mageia/i, 'mageia'],
  [/^openeuler|^http:\/\/openeuler\.org/i, 'openeuler'],
  [/^microsoft/i, 'azurelinux'],
];

function read({ bytes }: ManifestFile, out: ContentsBuilder): Promise<void> {
  const header = new RpmHeader(Buffer.from(bytes));
  const [name, release, license] = [header.text(tags.name), header.text(tags.release), header.text(tags.license)];
  const version = [header.text(tags.version), release].filter((part) => part !== '').join('-');
  const vendor = header.text(tags.vendor) || header.text(tags.distribution);
  const namespace = vendors.find(([pattern]) => pattern.test(vendor))?.[1];
  const qualifiers = {
    // A source package has the architecture of its build machine.
    arch: header.has(tags.sourceRpm) ? header.text(tags.arch) : 'src',
    epoch: header.number(tags.epoch),
    upstream: header.text(tags.sourceRpm),
  };
  out.addComponent({
    ecosystem: 'rpm',
    name,
    version,
    line: 1,
    ...(namespace !== undefined && { purl: { type: 'rpm', namespace, name, version, qualifiers } }),
    ...(license !== '' && { license }),
  });
  return Promise.resolve();
}

/** Index of tags that point into a store. */
class RpmHeader {
  private readonly entries = new Map<number, { type: number; offset: number }>();
  private readonly store: Buffer;

  /** @throws FormatError `malformed` */
  constructor(bytes: Buffer) {
    const count = bytes.length < indexStart ? Infinity : bytes.readUInt32BE(8);
    const end = indexStart + count * entrySize;
    if (end > bytes.length) throw new FormatError('malformed', 'The header of the RPM package is damaged');
    this.store = bytes.subarray(end);
    for (let at = indexStart; at < end; at += entrySize)
      this.entries.set(bytes.readUInt32BE(at), {
        type: bytes.readUInt32BE(at + 4),
        offset: bytes.readUInt32BE(at + 8),
      });
  }

  has(tag: number): boolean {
    return this.entries.has(tag);
  }

  /** The first text of a list; empty if there is none. */
  text(tag: number): string {
    const entry = this.entries.get(tag);
    if (!entry || !texts.has(entry.type)) return '';
    const end = this.store.indexOf(0, entry.offset);
    if (end < 0 || end - entry.offset > maxTextLength) return '';
    return this.store.toString('utf8', entry.offset, end);
  }

  /** In decimal digits; may be empty. */
  number(tag: number): string {
    const entry = this.entries.get(tag);
    if (!entry || entry.type !== int32 || entry.offset + 4 > this.store.length) return '';
    return String(this.store.readUInt32BE(entry.offset));
  }
}
