import { maxVersionLength } from './scheme.js';

/** Words that stand for "nothing is known" or "whatever is newest" where a version is asked for. */
const placeholders =
  /^(?:n\.?\/?a\.?|none|null|nil|undefined|unknown|unspecified|not (?:applicable|available|known|specified)|noassertion|tbd|to be determined|latest|newest|current|various|multiple|any|all|[-–—?*.\s]+)$/i;

const number = String.raw`v?\d`;
/** Words of a bound, as an alternative of a pattern. */
export const boundWords = 'later|newer|above|higher|greater|up|earlier|below|lower|older|prior|previous';

/** Which version is installed nobody knows of a text that states several, a place where it stands, or a variable. */
const noSingleVersion: readonly RegExp[] = [
  /^[~^<>!]/, // "^1.2.3", ">=2.0"
  /^[[(]\s*(?:[\d,v]|$)/, // "[1.0,2.0)"
  /\.(?:x|\*)(?:\.[xyz*])*(?:-dev)?$/i, // "1.x", "1.2.*"; "8.x-1.5" is one
  /\d\+$/, // "8.0+"
  /[,;]|\|\||\s[-–—/]\s/, // "1.2.3, 1.2.4", "1.0 - 2.0"
  new RegExp(String.raw`\d\s*(?:&|\b(?:and|or|to|through|until)\b)\s*${number}`, 'i'),
  new RegExp(String.raw`\b(?:and|or)\s+(?:${boundWords})\b`, 'i'),
  /^(?:before|prior to|up to|until|through|since|from|below|above|at (?:least|most)|(?:less|greater) than)\b/i,
  /\$\{|\{\{|^@.*@$|^%.*%$/, // "${project.version}"
  /:\/\/|^[a-z][a-z+]*:/i, // "git+https://…", "workspace:1.2"
];

/** Written with an operator or as an interval, and yet one version: "==1.2.3", "[1.2.3]". */
const oneVersion = /^(?:={1,3}\s*([^\s=]+)|\[([^\s,[\]()]+)\])$/;

/** Most are so plain that nothing else needs a look. */
const plainVersion = /^v?\d+(?:\.\d+)*$/i;

/** The version that the text states; empty where it only stands for one, or states no single one. */
export function declaredVersion(text: string): string {
  const trimmed = text.trim();
  // Longer ones are compared with nothing, and kept as they are.
  if (plainVersion.test(trimmed) || text.length > maxVersionLength) return text;
  if (placeholders.test(trimmed)) return '';
  const [, equal, only] = oneVersion.exec(trimmed) ?? [];
  const version = equal ?? only ?? trimmed;
  if (noSingleVersion.some((pattern) => pattern.test(version))) return '';
  return equal ?? only ?? text;
}

/** Whether it can be compared with others at all: a name of a branch or a remark cannot. */
export const isComparableVersion = (version: string): boolean => /\d/.test(version);

/**
 * A commit of Git, in full or abbreviated to at least seven digits: no order of versions has a place for it, though most
 * would read one that starts with a digit. Digits before one last letter may be a version (20230311b).
 */
export const isCommitHash = (text: string): boolean => commitHash.test(text);
const commitHash = /^(?=\d*[a-f])(?=[a-f]*\d)(?!\d+[a-f]$)[\da-f]{7,64}$/i;
