import { acronym, coreNames } from '../../../model/names/core-name.js';
import { compact, compactOfFolded, fold, words } from '../../../model/names/normalise.js';
import type { PackageEntry, ProductEntry, RepositoryEntry } from '../../../model/catalog-entry.js';
import { KnownVersions } from './known-versions.js';
import { organizationAliases } from '../query/organization.js';

/** A candidate's names. `qualifier` is its namespace, vendor or owner, or empty. */
export interface CandidateNames {
  readonly name: string;
  readonly qualifier: string;
  readonly title: string | null;
  /** Known versions, one per line. */
  readonly versions?: string;
  readonly latestVersion?: string | null;
}

export interface NormalizedOrganization {
  readonly compact: string;
  /** Without a final "project": "busybox_project" is busybox. */
  readonly plain: string;
  readonly aliases: readonly string[];
  readonly words: readonly string[];
}

/** Normalized forms of a candidate's names, each computed on first use. */
export class NormalizedNames {
  readonly folded: string;
  readonly compact: string;
  private cachedQualified: string | null = null;
  private cachedTitle: string | null = null;
  private cachedWords: readonly string[] | null = null;
  private cachedAllWords: readonly string[] | null = null;
  private cachedCores: readonly string[] | null = null;
  private cachedAcronym: string | null | undefined = undefined;
  private cachedOrganization: NormalizedOrganization | null = null;
  private cachedVersions: KnownVersions | null = null;

  constructor(private readonly names: CandidateNames) {
    this.folded = fold(names.name);
    this.compact = compactOfFolded(this.folded);
  }

  /** Empty where there is no qualifier. */
  get qualified(): string {
    const { name, qualifier } = this.names;
    return (this.cachedQualified ??= qualifier === '' ? '' : compact(`${qualifier} ${name}`));
  }

  /** Empty where there is no title. */
  get title(): string {
    const { title } = this.names;
    return (this.cachedTitle ??= title === null ? '' : compact(title));
  }

  get words(): readonly string[] {
    return (this.cachedWords ??= words(this.names.name));
  }

  /** Words of name, qualifier and title. */
  get allWords(): readonly string[] {
    const { qualifier, title } = this.names;
    return (this.cachedAllWords ??= this.words.concat(words(qualifier), title === null ? [] : words(title)));
  }

  get cores(): readonly string[] {
    return (this.cachedCores ??= coreNames(this.names.name, this.words));
  }

  get acronym(): string | null {
    if (this.cachedAcronym === undefined) this.cachedAcronym = acronym(this.names.name, this.words);
    return this.cachedAcronym;
  }

  get organization(): NormalizedOrganization {
    return (this.cachedOrganization ??= normalizedOrganization(this.names.qualifier));
  }

  get versions(): KnownVersions {
    const { versions = '', latestVersion = null } = this.names;
    return (this.cachedVersions ??= new KnownVersions(versions, latestVersion));
  }
}

// Within a batch, many components are compared with the same entries: each entry keeps its forms (`prepared`).

export const normalizedPackage = (entry: PackageEntry): NormalizedNames =>
  (entry.prepared ??= normalizePackage(entry)) as NormalizedNames;

const normalizePackage = ({ name, namespace, title, versions, latestVersion }: PackageEntry): NormalizedNames =>
  new NormalizedNames({ name, qualifier: namespace ?? '', title, versions, latestVersion });

export const normalizedRepository = (entry: Pick<RepositoryEntry, 'name' | 'owner' | 'prepared'>): NormalizedNames =>
  (entry.prepared ??= new NormalizedNames({
    name: entry.name,
    qualifier: entry.owner,
    title: null,
  })) as NormalizedNames;

export const normalizedProduct = (entry: ProductEntry): NormalizedNames =>
  (entry.prepared ??= normalizeProduct(entry)) as NormalizedNames;

/** "hue_firmware" and "hue" are one name; features tell the two apart. */
const normalizeProduct = ({ product, vendor, title, versions }: ProductEntry): NormalizedNames =>
  new NormalizedNames({
    name: product.replace(/_firmware$/, ''),
    qualifier: vendor,
    title: title?.replace(/ firmware$/i, '') ?? null,
    versions,
  });

const maxCached = 4_000;

const hostWords = new Set('com org net io github gitlab bitbucket www sourceforge code project the'.split(' '));

/** By qualifier: few namespaces, vendors and owners have most of the candidates. */
const organizationCache = new Map<string, NormalizedOrganization>();

function normalizedOrganization(qualifier: string): NormalizedOrganization {
  let organization = organizationCache.get(qualifier);
  if (!organization) {
    if (organizationCache.size >= maxCached) organizationCache.clear();
    organizationCache.set(qualifier, (organization = normalizeOrganization(qualifier)));
  }
  return organization;
}

/** `qualifier` may be a path ("github.com/apache", "org.apache.logging"). */
function normalizeOrganization(qualifier: string): NormalizedOrganization {
  const plain = qualifier.replace(/[_-]?project$/, '') || qualifier;
  const aliases = qualifier === '' ? [] : organizationAliases(qualifier);
  return {
    compact: compact(qualifier),
    plain: compact(plain),
    aliases: plain === qualifier ? aliases : [...new Set([...aliases, ...organizationAliases(plain)])],
    words: words(qualifier).filter((word) => word.length > 2 && !hostWords.has(word)),
  };
}
