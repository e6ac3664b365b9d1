import { compareText, type VersionScheme } from './scheme.js';

interface Instant {
  readonly seconds: number;
  /** Digits of the fraction of a second, without zeros at the end. */
  readonly fraction: string;
}

/** VERS `datetime`: timestamps of RFC 3339 with upper-case `T` and `Z`, in the order of time. */
export const datetime: VersionScheme<Instant> = {
  parse(text) {
    const match = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(?:\.(\d+))?(Z|[+-]\d{2}:\d{2})$/.exec(text);
    const milliseconds = match ? Date.parse(match[1]! + match[3]!) : NaN;
    if (!match || Number.isNaN(milliseconds)) return null;
    return { seconds: milliseconds / 1000, fraction: (match[2] ?? '').replace(/(?<!0)0+$/, '') };
  },
  compare: (a, b) => a.seconds - b.seconds || compareText(a.fraction, b.fraction),
};
