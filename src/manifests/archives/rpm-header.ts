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
export const rpmTags = {
  name: 1000,
  version: 1001,
  release: 1002,
  epoch: 1003,
  distribution: 1010,
  vendor: 1011,
  license: 1014,
  arch: 1022,
  sourceRpm: 1044,
  provides: 1047,
  requires: 1049,
};
const int32 = 4;
const texts = new Set([6, 8, 9]);
/** Magic bytes and reserved ones, which databases leave out, stand before the sizes of index and store. */
const magicSize = 8;
const sizesSize = 8;
const entrySize = 16;
const maxTextLength = 64 * 1024;
const maxTexts = 50_000;

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
  const [name, release, license] = [
    header.text(rpmTags.name),
    header.text(rpmTags.release),
    header.text(rpmTags.license),
  ];
  const version = [header.text(rpmTags.version), release].filter((part) => part !== '').join('-');
  const namespace = rpmNamespaceOf(header);
  const qualifiers = {
    // A source package has the architecture of its build machine.
    arch: header.has(rpmTags.sourceRpm) ? header.text(rpmTags.arch) : 'src',
    epoch: header.number(rpmTags.epoch),
    upstream: header.text(rpmTags.sourceRpm),
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

/** Namespace of the package URLs of its vendor. */
export function rpmNamespaceOf(header: RpmHeader): string | undefined {
  const vendor = header.text(rpmTags.vendor) || header.text(rpmTags.distribution);
  return vendors.find(([pattern]) => pattern.test(vendor))?.[1];
}

/** Index of tags that point into a store. */
export class RpmHeader {
  private readonly entries = new Map<number, { type: number; offset: number; count: number }>();
  private readonly store: Buffer;

  /**
   * @param start of the sizes, behind the magic bytes where there are such
   * @throws FormatError `malformed`
   */
  constructor(bytes: Buffer, start = magicSize) {
    const first = start + sizesSize;
    const count = bytes.length < first ? Infinity : bytes.readUInt32BE(start);
    const end = first + count * entrySize;
    if (end > bytes.length) throw new FormatError('malformed', 'The header of the RPM package is damaged');
    this.store = bytes.subarray(end);
    for (let at = first; at < end; at += entrySize)
      this.entries.set(bytes.readUInt32BE(at), {
        type: bytes.readUInt32BE(at + 4),
        offset: bytes.readUInt32BE(at + 8),
        count: bytes.readUInt32BE(at + 12),
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

  /** All texts of a list. */
  texts(tag: number): string[] {
    const entry = this.entries.get(tag);
    const found: string[] = [];
    if (!entry || !texts.has(entry.type)) return found;
    let start = entry.offset;
    for (let left = Math.min(entry.count, maxTexts); left > 0; left -= 1) {
      const end = this.store.indexOf(0, start);
      if (end < 0) break;
      found.push(this.store.toString('utf8', start, Math.min(end, start + maxTextLength)));
      start = end + 1;
    }
    return found;
  }

  /** In decimal digits; may be empty. */
  number(tag: number): string {
    const entry = this.entries.get(tag);
    if (!entry || entry.type !== int32 || entry.offset + 4 > this.store.length) return '';
    return String(this.store.readUInt32BE(entry.offset));
  }
}
