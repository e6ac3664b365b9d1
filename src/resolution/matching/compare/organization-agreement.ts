import { compact } from '../../../model/names/normalise.js';
import type { NormalizedOrganization } from './normalized-names.js';
import { organizationAliases, organizationWords } from '../query/organization.js';
import type { ComponentName } from './name-agreement.js';

/** Who makes the component, in the forms that candidates are compared with; made once for each component. */
export interface ComponentOrganization {
  readonly given: boolean;
  readonly compact: string;
  readonly aliases: ReadonlySet<string>;
  readonly words: ReadonlySet<string>;
  /** Words of the name, of which the first may be the vendor. */
  readonly nameForms: ReadonlySet<string>;
}

/** How a candidate's namespace, vendor or owner agrees. Each 0 or 1. */
export interface OrganizationAgreement {
  /** The same organization, aliases and legal forms aside. */
  readonly same: number;
  /** The same to the letter, before any alias. */
  readonly literal: number;
  /** They share a telling word, or one contains the other. */
  readonly similar: number;
  /** The candidate's organization stands in the component's name. */
  readonly inName: number;
  /** Both are given, and nothing agrees. */
  readonly different: number;
}

export function componentOrganization(org: string, names: readonly ComponentName[]): ComponentOrganization {
  const nameForms = new Set<string>();
  for (const { words: parts } of names) {
    for (const part of parts) if (part.length > 2) nameForms.add(part);
    for (let length = 2; length <= Math.min(3, parts.length - 1); length += 1)
      nameForms.add(parts.slice(0, length).join(''));
  }
  const { given, compact: name, aliases: forms, words } = cachedOrganization(org);
  return { given, compact: name, aliases: forms, words, nameForms };
}

type CachedOrganization = Omit<ComponentOrganization, 'nameForms'>;

/** Of the organizations that were asked for last: many of a list's components are of a few. */
const cache = new Map<string, CachedOrganization>();
const maxCached = 1_000;

function cachedOrganization(org: string): CachedOrganization {
  let one = cache.get(org);
  if (!one) {
    if (cache.size >= maxCached) cache.clear();
    const name = compact(org);
    const [forms, telling] = [new Set(organizationAliases(org)), new Set(organizationWords(org))];
    cache.set(org, (one = { given: name !== '', compact: name, aliases: forms, words: telling }));
  }
  return one;
}

const nothing: OrganizationAgreement = { same: 0, literal: 0, similar: 0, inName: 0, different: 0 };
const onlyInName: OrganizationAgreement = { same: 0, literal: 0, similar: 0, inName: 1, different: 0 };

export function compareOrganization(
  asked: ComponentOrganization,
  candidate: NormalizedOrganization,
): OrganizationAgreement {
  if (candidate.compact === '') return nothing;
  const { aliases: forms, words: parts } = candidate;
  const named = forms.some((form) => asked.nameForms.has(form)) || parts.some((part) => asked.nameForms.has(part));
  const inName = named ? 1 : 0;
  if (!asked.given) return inName ? onlyInName : nothing;
  const literal = asked.compact === candidate.compact;
  const same = literal || forms.some((form) => asked.aliases.has(form));
  const similar =
    !same &&
    (parts.some((part) => asked.words.has(part) || asked.aliases.has(part)) || contains(asked, candidate.plain));
  return {
    same: same ? 1 : 0,
    literal: literal ? 1 : 0,
    similar: similar ? 1 : 0,
    inName,
    different: same || similar ? 0 : 1,
  };
}

/** "acme" and "acmecorp", "alexxit" and "alexxit-labs". */
function contains(asked: ComponentOrganization, other: string): boolean {
  for (const form of asked.aliases) {
    if (form.length >= 4 && other.includes(form)) return true;
    if (other.length >= 4 && form.includes(other)) return true;
  }
  return false;
}
