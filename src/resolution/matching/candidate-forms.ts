import { acronym, coreNames } from '../../model/names/core-name.js';
import { compact, fold, words } from '../../model/names/normalise.js';
import type { PackageEntry, ProductEntry, RepositoryEntry } from '../../model/catalog-entry.js';
import { organizationForms } from './organization.js';

/** A candidate's names. `qualifier` is its namespace, vendor or owner; empty where it has none. */
export interface CandidateNames {
  readonly name: string;
  readonly qualifier: string;
  readonly title: string | null;
}

/** The forms of a candidate's names that every comparison needs. */
export interface CandidateForms {
  readonly folded: string;
  readonly compact: string;
  readonly qualified: string;
  /** Empty where there is no title. */
  readonly title: string;
  readonly words: readonly string[];
  /** Words of name, qualifier and title. */
  readonly allWords: ReadonlySet<string>;
  readonly cores: ReadonlySet<string>;
  readonly acronym: string | null;
  readonly organization: OrganizationForms;
}

export interface OrganizationForms {
  readonly compact: string;
  /** Without "project" at its end: "busybox_project" is busybox. */
  readonly plain: string;
  readonly forms: readonly string[];
  readonly words: readonly string[];
}

const known = new WeakMap<object, CandidateForms>();

/** Made once for each owner: within a batch, many components meet the same candidates. */
export function formsOf(owner: object, names: () => CandidateNames): CandidateForms {
  let forms = known.get(owner);
  if (!forms) known.set(owner, (forms = candidateForms(names())));
  return forms;
}

export const formsOfPackage = (entry: PackageEntry): CandidateForms =>
  formsOf(entry, () => ({ name: entry.name, qualifier: entry.namespace ?? '', title: entry.title }));

export const formsOfRepository = (entry: Pick<RepositoryEntry, 'name' | 'owner'>): CandidateForms =>
  formsOf(entry, () => ({ name: entry.name, qualifier: entry.owner, title: null }));

export const formsOfProduct = (entry: ProductEntry): CandidateForms =>
  // "hue_firmware" and "hue" are one name; which of the two is meant is another question.
  formsOf(entry, () => ({
    name: entry.product.replace(/_firmware$/, ''),
    qualifier: entry.vendor,
    title: entry.title?.replace(/ firmware$/i, '') ?? null,
  }));

export function candidateForms({ name, qualifier, title }: CandidateNames): CandidateForms {
  const own = words(name);
  const qualifierWords = words(qualifier);
  return {
    folded: fold(name),
    compact: compact(name),
    qualified: qualifier === '' ? '' : compact(`${qualifier} ${name}`),
    title: title === null ? '' : compact(title),
    words: own,
    allWords: new Set([...own, ...qualifierWords, ...(title === null ? [] : words(title))]),
    cores: new Set(coreNames(name)),
    acronym: acronym(name),
    organization: candidateOrganization(qualifier),
  };
}

const hostWords = new Set('com org net io github gitlab bitbucket www sourceforge code project the'.split(' '));

/** `qualifier` may be a path of several names ("github.com/apache", "org.apache.logging"). */
export function candidateOrganization(qualifier: string): OrganizationForms {
  const plain = qualifier.replace(/[_-]?project$/, '') || qualifier;
  return {
    compact: compact(qualifier),
    plain: compact(plain),
    forms: qualifier === '' ? [] : [...new Set([...organizationForms(qualifier), ...organizationForms(plain)])],
    words: words(qualifier).filter((word) => word.length > 2 && !hostWords.has(word)),
  };
}
