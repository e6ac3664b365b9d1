import { compact } from '../../../model/names/normalise.js';
import type { NormalizedOrganization } from './normalized-names.js';
import { organizationAliases, organizationWords } from '../query/organization.js';
import type { ComponentName } from './name-agreement.js';

/** The component's organization, prepared for comparison with many candidates. */
export interface ComponentOrganization {
  readonly given: boolean;
  readonly compact: string;
  readonly aliases: ReadonlySet<string>;
  readonly words: ReadonlySet<string>;
  /** Words and leading word pairs of the name: one of them may be the vendor. */
  readonly nameWords: ReadonlySet<string>;
}

/** How a candidate's namespace, vendor or owner agrees. Each 0 or 1. */
export interface OrganizationAgreement {
  /** The same organization, apart from aliases and legal forms. */
  readonly same: number;
  /** The same text, without aliases. */
  readonly literal: number;
  /** They have a distinctive word in common, or one contains the other. */
  readonly similar: number;
  /** The component's name contains the candidate's organization. */
  readonly inName: number;
  /** Both are given and differ. */
  readonly different: number;
}

export function componentOrganization(org: string, names: readonly ComponentName[]): ComponentOrganization {
  const nameWords = new Set<string>();
  for (const { words: parts } of names) {
    for (const part of parts) if (part.length > 2) nameWords.add(part);
    for (let length = 2; length <= Math.min(3, parts.length - 1); length += 1)
      nameWords.add(parts.slice(0, length).join(''));
  }
  const { given, compact: name, aliases, words } = cachedOrganization(org);
  return { given, compact: name, aliases, words, nameWords };
}

type CachedOrganization = Omit<ComponentOrganization, 'nameWords'>;

/** By organization: many components of a list have the same few. */
const cache = new Map<string, CachedOrganization>();
const maxCached = 1_000;

function cachedOrganization(org: string): CachedOrganization {
  let organization = cache.get(org);
  if (!organization) {
    if (cache.size >= maxCached) cache.clear();
    const name = compact(org);
    const [aliases, words] = [new Set(organizationAliases(org)), new Set(organizationWords(org))];
    cache.set(org, (organization = { given: name !== '', compact: name, aliases, words }));
  }
  return organization;
}

const nothing: OrganizationAgreement = { same: 0, literal: 0, similar: 0, inName: 0, different: 0 };
const onlyInName: OrganizationAgreement = { same: 0, literal: 0, similar: 0, inName: 1, different: 0 };

export function compareOrganization(
  component: ComponentOrganization,
  candidate: NormalizedOrganization,
): OrganizationAgreement {
  if (candidate.compact === '') return nothing;
  const { aliases, words: parts } = candidate;
  const isInName = (text: string): boolean => component.nameWords.has(text);
  const inName = aliases.some(isInName) || parts.some(isInName) ? 1 : 0;
  if (!component.given) return inName ? onlyInName : nothing;
  const literal = component.compact === candidate.compact;
  const same = literal || aliases.some((alias) => component.aliases.has(alias));
  const similar =
    !same &&
    (parts.some((part) => component.words.has(part) || component.aliases.has(part)) ||
      contains(component, candidate.plain));
  return {
    same: same ? 1 : 0,
    literal: literal ? 1 : 0,
    similar: similar ? 1 : 0,
    inName,
    different: same || similar ? 0 : 1,
  };
}

/** "acme" and "acmecorp", "alexxit" and "alexxit-labs". */
function contains(component: ComponentOrganization, other: string): boolean {
  for (const alias of component.aliases) {
    if (alias.length >= 4 && other.includes(alias)) return true;
    if (other.length >= 4 && alias.includes(other)) return true;
  }
  return false;
}
