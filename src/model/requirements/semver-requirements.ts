import semver from 'semver';
import { availableVersions, type VersionSelector } from './published-versions.js';

const highest = (versions: readonly string[], range: string): string | null => semver.maxSatisfying(versions, range);

/** As npm picks: what `latest` names if it fits, else the highest, one without a warning of deprecation first. */
export const npmSelector: VersionSelector = (requirement, published) => {
  const { versions, latest } = published;
  const range = requirement === 'latest' ? '*' : semver.validRange(requirement);
  if (range === null) return null;
  const kept = availableVersions(published);
  if (latest !== undefined && kept.includes(latest) && semver.satisfies(latest, range)) return latest;
  if (requirement === 'latest') return null;
  return highest(kept, range) ?? highest(versions.map(({ version }) => version), range); // prettier-ignore
};

/** doc.rust-lang.org/cargo, "Specifying Dependencies": a version alone is a caret; commas are "and". */
export const cargoSelector: VersionSelector = (requirement, published) => {
  const parts = requirement.split(',').map((part) => part.trim());
  if (!parts.every((part) => /^(?:[\^~]|[<>]?=?)\s*[\d*][\w.*+-]*$/.test(part))) return null;
  const range = semver.validRange(parts.map((part) => (/^\d[^*]*$/.test(part) ? `^${part}` : part)).join(' '));
  return range === null ? null : highest(availableVersions(published), range);
};
