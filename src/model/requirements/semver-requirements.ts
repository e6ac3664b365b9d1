import semver from 'semver';
import type { PublishedVersions, VersionSelector } from './published-versions.js';

const highest = (versions: readonly string[], range: string): string | null => semver.maxSatisfying(versions, range);

/** As npm picks: what `latest` names if it fits, else the highest, one without a warning of deprecation first. */
export const npmSelector: VersionSelector = (requirement, { versions, latest }) => {
  const range = requirement === 'latest' ? '*' : semver.validRange(requirement);
  if (range === null) return null;
  const kept = versions.filter(({ isWithdrawn }) => !isWithdrawn).map(({ version }) => version);
  if (latest !== undefined && kept.includes(latest) && semver.satisfies(latest, range)) return latest;
  if (requirement === 'latest') return null;
  return highest(kept, range) ?? highest(versions.map(({ version }) => version), range); // prettier-ignore
};

const available = ({ versions }: PublishedVersions): string[] =>
  versions.filter(({ isWithdrawn }) => !isWithdrawn).map(({ version }) => version);

/** doc.rust-lang.org/cargo, "Specifying Dependencies": a version alone is a caret; commas are "and". */
export const cargoSelector: VersionSelector = (requirement, published) => {
  const parts = requirement.split(',').map((part) => part.trim());
  if (!parts.every((part) => /^(?:[\^~]|[<>]?=?)\s*[\d*][\w.*+-]*$/.test(part))) return null;
  const range = semver.validRange(parts.map((part) => (/^\d[^*]*$/.test(part) ? `^${part}` : part)).join(' '));
  return range === null ? null : highest(available(published), range);
};

/** getcomposer.org, "Versions and constraints". Versions are compared by three numbers; one of four is not understood. */
export const composerSelector: VersionSelector = (requirement, published) => {
  const ranges = requirement.split(/\|\|?/).map((part) => composerRange(part.trim()));
  if (ranges.includes(null)) return null;
  const range = semver.validRange(ranges.join(' || '));
  if (range === null) return null;
  const byNumbers = new Map(available(published).map((version) => [padded(version.replace(/^v/i, '')), version]));
  const found = highest(
    [...byNumbers.keys()].filter((version) => semver.valid(version) !== null),
    range,
  );
  return found === null ? null : byNumbers.get(found)!;
};

const composerPart = /^(\^|~|>=|<=|>|<|=)?\s*v?(\*|\d+(?:\.\d+){0,2}(?:\.\*)?)(-[a-z][\w.]*)?(?:@stable)?$/i;

function composerRange(text: string): string | null {
  const hyphen = /^(\d[\w.]*)\s+-\s+(\d[\w.]*)$/.exec(text);
  if (hyphen) return text;
  const parts = text.replace(/([<>=^~])\s+/g, '$1').split(/[\s,]+/);
  const translated = parts.map((part) => {
    const [, operator = '', version = '', stability = ''] = composerPart.exec(part) ?? [];
    if (version === '' || (version.endsWith('*') && operator !== '')) return null;
    if (version.endsWith('*')) return version;
    const full = `${padded(version)}${stability}`;
    if (operator === '~' && version.split('.').length === 2)
      return `>=${full} <${Number(version.split('.')[0]) + 1}.0.0`;
    return `${operator === '' ? '=' : operator}${operator === '~' && !version.includes('.') ? version : full}`;
  });
  return translated.includes(null) ? null : translated.join(' ');
}

/** "1.2-beta" is "1.2.0-beta". */
function padded(version: string): string {
  const [numbers = ''] = /^\d+(?:\.\d+)*/.exec(version) ?? [];
  const missing = 3 - numbers.split('.').length;
  return numbers === '' || missing <= 0 ? version : `${numbers}${'.0'.repeat(missing)}${version.slice(numbers.length)}`;
}
