import { compareDigits, compareLists, compareText, isDigits, type VersionScheme } from './scheme.js';

interface Part {
  readonly rank: number;
  readonly text: string;
}

const ranks = { preRelease: 0, zero: 1, postRelease: 2, number: 3, letterSuffix: 4 };
const nothing: Part = { rank: ranks.zero, text: '0' };

const shortWords: Readonly<Record<string, string>> = { a: 'alpha', b: 'beta', c: 'rc' };
const preWords = new Set('alpha beta rc pre preview prerelease dev snapshot milestone m cr nightly'.split(' '));
/**
 * Vendors' words for what follows a release: Junos 21.2R3-S5, PAN-OS 10.1.6-h8, Grafana 10.4.17+security-01, Asterisk
 * 18.9-cert11, Magento 2.3.4-p4-ext-7, Cisco 11.1.0_msr1.
 */
export const fixWords: readonly string[] = 's sr su mr msr h hf if fix sec security cert tcu ext'.split(' ');
const postWords = new Set([
  ...'p pl sp r rev revision build update u hotfix errata final ga release'.split(' '),
  ...fixWords,
]);

/**
 * Versions of no known ecosystem: the order of libversion (Repology), which VERS names as its model of `generic`. Runs
 * of digits and of letters; a word comes before the release (1.0beta, 1.0git1), unless it is known to come after it
 * (1.0patch2) or is a letter glued to a number (1.0.2k).
 */
export const generic: VersionScheme<readonly Part[]> = {
  parse(text) {
    // A "v" before a number only marks a version.
    const plain = text.toLowerCase().replace(/(?<![a-z])v(?:er(?:sion)?)?[\s._-]*(?=\d)/g, '.');
    const runs = [...plain.matchAll(/\d+|[a-z]+/g)];
    if (!runs.some(([run]) => isDigits(run))) return null;
    return runs.map((run, index) => partOf(run, runs[index - 1], runs[index + 1]));
  },
  compare: (a, b) => compareLists(a, b, nothing, compareParts),
};

function compareParts(left: Part, right: Part): number {
  if (left.rank !== right.rank || left.rank === ranks.zero) return left.rank - right.rank;
  return left.rank === ranks.number ? compareDigits(left.text, right.text) : compareText(left.text, right.text);
}

function partOf(run: RegExpExecArray, before: RegExpExecArray | undefined, after: RegExpExecArray | undefined): Part {
  const [text] = run;
  if (isDigits(text)) return { rank: /^0+$/.test(text) ? ranks.zero : ranks.number, text };
  const gluedBefore = before !== undefined && isDigits(before[0]) && before.index + before[0].length === run.index;
  const gluedAfter = after !== undefined && run.index + text.length === after.index;
  if (gluedBefore && !gluedAfter && text.length === 1) return { rank: ranks.letterSuffix, text };
  if (postWords.has(text) || /^(?:post|patch)/.test(text)) return { rank: ranks.postRelease, text };
  if (gluedBefore && !gluedAfter && !preWords.has(text)) return { rank: ranks.letterSuffix, text };
  return { rank: ranks.preRelease, text: shortWords[text] ?? text };
}
