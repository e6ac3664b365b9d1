import { ecosystemOf } from '../../model/ecosystem-words.js';
import { purlOrNull, purlWithoutVersion, type Purl } from '../../model/purl.js';
import { isDistributionType } from '../matching/query/distribution.js';
import { purlTemplates } from '../matching/query/purl-templates.js';

/** What is sure about one component of a list, before the rest of the list is looked at. */
export interface ListedEvidence {
  /** Declared by the file or selected by a person; empty for none. */
  readonly purl: string;
  /** The ecosystem in any usual word, where no purl is sure. */
  readonly hint: string;
  readonly version: string;
}

/** What the sure components of a list have in common: counts, independent of their order. */
export interface ListSummary {
  /** Different packages, and components of which only the ecosystem is sure. */
  readonly sureCount: number;
  /** How many of them are of each purl type. */
  readonly ecosystems: Readonly<Record<string, number>>;
  /** The Linux distribution that the list is of; null where nothing tells, or several do. */
  readonly distribution: { readonly namespace: string; readonly release: string } | null;
  /** How many of them are of each namespace's owner (`org.apache`, `@angular`), the most frequent ones. */
  readonly vendors: Readonly<Record<string, number>>;
}

const maxVendors = 20;
/** A vendor of one component is no pattern. */
const minOfVendor = 2;
const minDistributionSigns = 2;
/** No version of a distribution is longer. */
const maxVersionLength = 200;
/** A distribution has few packages with the version of another one: Ubuntu's from Debian, those of third parties. */
const minDistributionPortion = 0.8;

/** What a version says about the distribution that built it: the first that matches counts. */
const versionSigns: readonly (readonly [RegExp, namespace: string])[] = [
  [/ubuntu(?:.*?[.~](\d\d\.(?:04|10))(?!\d))?|~ppa|\dbuild\d+$/, 'ubuntu'],
  [/[+~]deb(\d+)u\d/, 'debian'],
  [/\.fc(\d+)(?:$|[._])/, 'fedora'],
  [/\.amzn(\d+)(?:$|[._])/, 'amzn'],
  [/\.el(\d+)(?:$|[._])/, 'redhat'],
  [/-lp(\d{3})\./, 'opensuse-leap'],
];

/** Adds up what is sure about the components of a list, each added once. */
export class ListSummaryBuilder {
  private readonly packages = new Set<string>();
  private readonly ecosystems = new Map<string, number>();
  private readonly vendors = new Map<string, number>();
  private readonly distributions = new Map<string, number>();
  private readonly releases = new Map<string, number>();
  private sureCount = 0;

  add({ purl: text, hint, version }: ListedEvidence): void {
    const purl = purlOrNull(text);
    if (purl) {
      const isNew = this.addPackage(purl);
      if (isNew && purl.namespace !== null && isDistributionType(purl.type))
        this.addDistribution(purl.namespace, releaseOf(purl.qualifiers.distro ?? ''));
    } else {
      this.addEcosystem(ecosystemOf(hint));
      this.addVersion(version);
    }
  }

  /** A package that was selected for a component by itself; that says nothing about the distribution. */
  addSelected(text: string): void {
    const purl = purlOrNull(text);
    if (purl) this.addPackage(purl);
  }

  build(): ListSummary {
    const vendors = [...this.vendors].filter(([, count]) => count >= minOfVendor);
    return {
      sureCount: this.sureCount,
      ecosystems: Object.fromEntries(byFrequency(this.ecosystems)),
      distribution: this.distribution(),
      vendors: Object.fromEntries(byFrequency(vendors).slice(0, maxVendors)),
    };
  }

  /** @returns false where it was added before, or is of no package registry */
  private addPackage(purl: Purl): boolean {
    const key = purlWithoutVersion(purl);
    if (this.packages.has(key) || !Object.hasOwn(purlTemplates, purl.type)) return false;
    this.packages.add(key);
    this.addEcosystem(purl.type);
    const { type, namespace } = purl;
    if (namespace !== null && !isDistributionType(type)) increment(this.vendors, vendorOf(type, namespace));
    return true;
  }

  private addEcosystem(type: string | null): void {
    if (type === null || !Object.hasOwn(purlTemplates, type)) return;
    this.sureCount += 1;
    increment(this.ecosystems, type);
  }

  private addVersion(version: string): void {
    for (const [pattern, namespace] of versionSigns) {
      const match = pattern.exec(version.slice(0, maxVersionLength));
      if (match) return this.addDistribution(namespace, match[1] ?? '');
    }
  }

  private addDistribution(namespace: string, release: string): void {
    increment(this.distributions, namespace);
    if (release !== '') increment(this.releases, `${namespace} ${release}`);
  }

  private distribution(): ListSummary['distribution'] {
    const [first] = byFrequency(this.distributions);
    const total = sum(this.distributions.values());
    if (!first || first[1] < minDistributionSigns || first[1] < minDistributionPortion * total) return null;
    const [namespace] = first;
    const releases = [...this.releases].filter(([key]) => key.startsWith(`${namespace} `));
    const [release] = byFrequency(releases);
    const isCommon = release !== undefined && release[1] >= minDistributionPortion * sum(releases.map(([, n]) => n));
    return { namespace, release: isCommon ? release[0].slice(namespace.length + 1) : '' };
  }
}

/** The release in the qualifier `distro`, as `debian-12`. */
const releaseOf = (distro: string): string => /(?:^|-)(\d[\w.]*)$/.exec(distro)?.[1] ?? '';

/** The owner of a namespace: the first labels of a Maven group, host and owner of a Go path, else all of it. */
function vendorOf(type: string, namespace: string): string {
  if (type === 'maven') return namespace.split('.').slice(0, 2).join('.').toLowerCase();
  if (type === 'golang') return namespace.split('/').slice(0, 2).join('/').toLowerCase();
  return namespace.toLowerCase();
}

const increment = (counts: Map<string, number>, key: string): unknown => counts.set(key, (counts.get(key) ?? 0) + 1);

const sum = (numbers: Iterable<number>): number => [...numbers].reduce((total, one) => total + one, 0);

/** The most frequent first, equally frequent ones by name. */
const byFrequency = (counts: Iterable<[string, number]>): [string, number][] =>
  [...counts].sort(([key, count], [otherKey, other]) => other - count || (key < otherKey ? -1 : 1));
