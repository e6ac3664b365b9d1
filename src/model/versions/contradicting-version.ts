import { declaredVersion } from './declared-version.js';

/**
 * Whether two texts that both should be the version of one component name different ones, by the numbers that they begin
 * with: "4.17.21" and "4.17.10" do, "1.2" and "v1.2.0-3" do not, nor what is no release, as a digest or "latest".
 */
export function areContradicting(one: string, other: string): boolean {
  if (one === other) return false;
  const [first, second] = [numbersOf(one), numbersOf(other)];
  return first.slice(0, second.length).some((number, index) => number !== second[index]);
}

/** Without an epoch and leading zeros; none where the text is no release. */
function numbersOf(text: string): string[] {
  const version = declaredVersion(text)
    .trim()
    .replace(/^\d+:(?=\d)/, '');
  const isCommit = /^(?=.*[a-f])[\da-f]{7,}$/i.test(version);
  const [, numbers = ''] = (!isCommit && /^v?(\d+(?:\.\d+)*)/i.exec(version)) || [];
  return numbers === '' ? [] : numbers.split('.').map((number) => number.replace(/^0+(?=\d)/, ''));
}
