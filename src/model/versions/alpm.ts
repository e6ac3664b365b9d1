import { compareDigits, compareText, type VersionScheme } from './scheme.js';

export interface ArchVersion {
  readonly epoch: string;
  readonly version: string;
  /** Null where there is none: it then matches every build of the version. */
  readonly build: string | null;
}

/** Arch Linux packages: `epoch:version-pkgrel` (vercmp(8)), an RPM order of its own: letters after a number are older. */
export const alpm: VersionScheme<ArchVersion> = {
  parse(text) {
    const match = /^(?:(\d+):)?([^\s-][^\s]*?)(?:-([^\s-]+))?$/.exec(text.trim());
    return match ? { epoch: match[1] ?? '0', version: match[2]!, build: match[3] ?? null } : null;
  },
  compare: (a, b) =>
    compareDigits(a.epoch, b.epoch) ||
    compareParts(a.version, b.version) ||
    (a.build === null || b.build === null ? 0 : compareParts(a.build, b.build)),
};

interface Segment {
  readonly text: string;
  /** Separators before it: more of them are newer. */
  readonly distance: number;
}

function compareParts(a: string, b: string): number {
  const [left, right] = [segmentsOf(a), segmentsOf(b)];
  for (let index = 0; index < Math.max(left.length, right.length); index += 1) {
    const [one, other] = [left[index], right[index]];
    if (!one || !other) return one ? remainder(one) : -remainder(other!);
    const order = one.distance - other.distance || compareSegments(one.text, other.text);
    if (order !== 0) return order;
  }
  return 0;
}

function segmentsOf(text: string): Segment[] {
  return [...text.matchAll(/([^0-9A-Za-z]*)(\d+|[A-Za-z]+)/g)].map((match) => ({
    text: match[2]!,
    distance: match[1]!.length,
  }));
}

/** The rest of a longer version: letters directly after the common part make it older (1.0rc), anything else newer. */
function remainder(segment: Segment): number {
  return segment.distance === 0 && /^[A-Za-z]/.test(segment.text) ? -1 : 1;
}

function compareSegments(a: string, b: string): number {
  const [aDigits, bDigits] = [/^\d/.test(a), /^\d/.test(b)];
  if (aDigits && bDigits) return compareDigits(a, b);
  return aDigits === bDigits ? compareText(a, b) : aDigits ? 1 : -1;
}
