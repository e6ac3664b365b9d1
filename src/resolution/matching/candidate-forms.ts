import { acronym, coreNames } from '../../model/names/core-name.js';
import { compact, compactOfFolded, fold, words } from '../../model/names/normalise.js';
import type { PackageEntry, ProductEntry, RepositoryEntry } from '../../model/catalog-entry.js';
import { KnownVersions } from './known-versions.js';
import { organizationForms } from './organization.js';

/** A candidate's names. `qualifier` is its namespace, vendor or owner; empty where it has none. */
export interface CandidateNames {
  readonly name: string;
  readonly qualifier: string;
  readonly title: string | null;
  /** Known versions, one a line. */
  readonly versions?: string;
  readonly latestVersion?: string | null;
}

export interface OrganizationForms {
  readonly compact: string;
  /** Without "project" at its end: "busybox_project" is busybox. */
  readonly plain: string;
  readonly forms: readonly string[];
  readonly words: readonly string[];
}

/** The forms of a candidate's names that comparisons need; each made when it is first asked for, most never are. */
export class CandidateForms {
  readonly folded: string;
  readonly compact: string;
  private madeQualified: string | null = null;
  private madeTitle: string | null = null;
  private madeWords: readonly string[] | null = null;
  private madeAllWords: readonly string[] | null = null;
  private madeCores: readonly string[] | null = null;
  private madeAcronym: string | null | undefined = undefined;
  private madeOrganization: OrganizationForms | null = null;
  private madeVersions: KnownVersions | null = null;

  constructor(private readonly names: CandidateNames) {
    this.folded = fold(names.name);
    this.compact = compactOfFolded(this.folded);
  }

  /** Empty where there is no qualifier. */
  get qualified(): string {
    const { name, qualifier } = this.names;
    return (this.madeQualified ??= qualifier === '' ? '' : compact(`${qualifier} ${name}`));
  }

  /** Empty where there is no title. */
  get title(): string {
    const { title } = this.names;
    return (this.madeTitle ??= title === null ? '' : compact(title));
  }

  get words(): readonly string[] {
    return (this.madeWords ??= words(this.names.name));
  }

  /** Words of name, qualifier and title. */
  get allWords(): readonly string[] {
    const { qualifier, title } = this.names;
    return (this.madeAllWords ??= this.words.concat(words(qualifier), title === null ? [] : words(title)));
  }

  get cores(): readonly string[] {
    return (this.madeCores ??= coreNames(this.names.name, this.words));
  }

  get acronym(): string | null {
    if (this.madeAcronym === undefined) this.madeAcronym = acronym(this.names.name, this.words);
    return this.madeAcronym;
  }

  get organization(): OrganizationForms {
    return (this.madeOrganization ??= organizationOf(this.names.qualifier));
  }

  get versions(): KnownVersions {
    const { versions = '', latestVersion = null } = this.names;
    return (this.madeVersions ??= new KnownVersions(versions, latestVersion));
  }
}

/** Entries of the last batches. A plain map that is emptied now and then: a weak one costs each garbage collection. */
const known = new Map<object, CandidateForms>();
const mostKnown = 4_000;

/** Made once for each entry: within a batch, many components meet the same candidates. */
function formsOf(entry: object, names: () => CandidateNames): CandidateForms {
  let forms = known.get(entry);
  if (!forms) {
    if (known.size >= mostKnown) known.clear();
    known.set(entry, (forms = new CandidateForms(names())));
  }
  return forms;
}

export const formsOfPackage = (entry: PackageEntry): CandidateForms =>
  formsOf(entry, () => {
    const { name, namespace, title, versions, latestVersion } = entry;
    return { name, qualifier: namespace ?? '', title, versions, latestVersion };
  });

export const formsOfRepository = (entry: Pick<RepositoryEntry, 'name' | 'owner'>): CandidateForms =>
  formsOf(entry, () => ({ name: entry.name, qualifier: entry.owner, title: null }));

export const formsOfProduct = (entry: ProductEntry): CandidateForms =>
  // "hue_firmware" and "hue" are one name; which of the two is meant is another question.
  formsOf(entry, () => ({
    name: entry.product.replace(/_firmware$/, ''),
    qualifier: entry.vendor,
    title: entry.title?.replace(/ firmware$/i, '') ?? null,
    versions: entry.versions,
  }));

const hostWords = new Set('com org net io github gitlab bitbucket www sourceforge code project the'.split(' '));

/** Of the namespaces, vendors and owners that were met last: few have most of the candidates. */
const organizations = new Map<string, OrganizationForms>();

function organizationOf(qualifier: string): OrganizationForms {
  let forms = organizations.get(qualifier);
  if (!forms) {
    if (organizations.size >= mostKnown) organizations.clear();
    organizations.set(qualifier, (forms = candidateOrganization(qualifier)));
  }
  return forms;
}

/** `qualifier` may be a path of several names ("github.com/apache", "org.apache.logging"). */
function candidateOrganization(qualifier: string): OrganizationForms {
  const plain = qualifier.replace(/[_-]?project$/, '') || qualifier;
  const forms = qualifier === '' ? [] : organizationForms(qualifier);
  return {
    compact: compact(qualifier),
    plain: compact(plain),
    forms: plain === qualifier ? forms : [...new Set([...forms, ...organizationForms(plain)])],
    words: words(qualifier).filter((word) => word.length > 2 && !hostWords.has(word)),
  };
}
