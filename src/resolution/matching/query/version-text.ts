/** Text that can only be a version: it starts with a digit, or v and a digit, and has no long words. */
const versionShape = /^[vV]?\d[0-9A-Za-z.+~:_-]*$/;

/** True for "1.2.3", "v2", "1:2.3-4ubuntu1", "0.0.0-20200701200531-7f61353ee73e", "2.13.8.Final"; false for "7zip". */
export function looksLikeVersion(text: string): boolean {
  return text.length <= 80 && versionShape.test(text) && !/^\d+[A-Za-z]{3,}$/.test(text);
}

/** A version for comparison: without leading v, epoch and build mark. */
export function plainVersion(version: string): string {
  return version
    .trim()
    .toLowerCase()
    .replace(/^v(?=\d)/, '')
    .replace(/^\d+:(?=\d)/, '')
    .replace(/\+incompatible$/, '');
}

/** Among the first releases of anything: "0.0.1", "0.1.1", "1.0.1". */
const isAmongFirst = (numbers: readonly string[], plain: string): boolean =>
  /^[\d.]+$/.test(plain) && numbers.reduce((sum, digits) => sum + Number(digits), 0) <= 2;

/**
 * How well a version identifies a component: 0 for none or a common one ("1.0.0", "2"), 1 for an ordinary one, 2 for a
 * rare one ("5.3.0.1", "2.13.8.final", "1.11.8091.10468").
 */
export function versionSpecificity(version: string): number {
  const plain = plainVersion(version);
  const numbers = plain.match(/\d+/g) ?? [];
  if (numbers.length < 2 || /^\d+\.\d(\.0)*$/.test(plain) || isAmongFirst(numbers, plain)) return 0;
  return numbers.length >= 4 || numbers.some((digits) => digits.length >= 3) || /[a-z]{2}/.test(plain) ? 2 : 1;
}

/** The upstream version, without a distribution's additions ("2.31-0ubuntu9.9" is "2.31"). */
export function upstreamVersion(version: string): string {
  return plainVersion(version)
    .replace(/[+~](?:dfsg|ds|git|really|repack|deb|ubuntu).*$/, '')
    .replace(/-(?:r?\d[a-z0-9.~+]*)$/, '')
    .replace(/\.(?:final|ga|release|redhat-?\d*)(?:-redhat-\d+)?$/, '');
}
