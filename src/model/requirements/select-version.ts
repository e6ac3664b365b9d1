import { bracketSelector } from './bracket-requirements.js';
import { composerSelector } from './composer-requirements.js';
import { gemSelector, pypiSelector } from './list-requirements.js';
import type { PublishedVersions, VersionSelector } from './published-versions.js';
import { cargoSelector, npmSelector } from './semver-requirements.js';

const selectors: ReadonlyMap<string, VersionSelector> = new Map([
  ['npm', npmSelector],
  ['cargo', cargoSelector],
  ['composer', composerSelector],
  ['pypi', pypiSelector],
  ['gem', gemSelector],
  ['nuget', bracketSelector('nuget', 'lowest')],
  ['maven', bracketSelector('maven', 'highest')],
]);

/** Nobody writes a longer one by hand. */
const maxRequirementLength = 200;

/**
 * The version that the package manager of the ecosystem would take of those that are published, if it had to meet this
 * requirement alone. Null where none meets it, and where the requirement is not understood.
 */
export function selectVersion(type: string, requirement: string, published: PublishedVersions): string | null {
  const text = requirement.trim();
  if (text.length > maxRequirementLength) return null;
  return selectors.get(type)?.(text, published) ?? null;
}
