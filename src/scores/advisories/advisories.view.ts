import type { JsonObject } from '../../model/document.js';
import { filledObjectsOf, objectOf, optionalText, textOf } from '../../model/json.js';
import { beginningOf } from '../../model/text.js';
import { type Advisory, maxSummaryLength, parseAdvisory } from '../vulnerabilities/advisory.js';
import { groupByAliases } from '../vulnerabilities/alias-groups.js';
import type { CveFacts, ExploitPrediction, KnownExploited } from '../vulnerabilities/findings.js';
import { type Severity, worstSeverity } from '../vulnerabilities/severity.js';
import type { AdvisoryRow, NamedProduct } from './advisories.repository.js';

/** Entry of CISA's catalogue of known exploited vulnerabilities. */
export interface ExploitedView {
  /** ISO 8601 days. */
  readonly added_on: string | null;
  readonly due_on: string | null;
  readonly ransomware: boolean;
}

/** FIRST EPSS: probability and percentile, both from 0 to 1. */
export interface PredictionView {
  readonly probability: number;
  readonly percentile: number;
}

export interface CvssView {
  /** Base score, 0–10. */
  readonly score: number;
  readonly vector: string;
}

/** A package of an advisory, with the versions at which its affected ranges start and end. */
export interface AffectedPackageView {
  readonly ecosystem: string;
  readonly name: string;
  readonly purl: string;
  readonly introduced: string[];
  readonly fixed: string[];
  readonly last_affected: string[];
}

export interface VulnerabilitySourceView {
  readonly id: string;
  readonly source: string;
  readonly link: string;
}

export interface VulnerabilityView {
  /** The CVE where there is one. */
  readonly id: string;
  readonly aliases: string[];
  readonly summary: string;
  readonly details: string;
  readonly severity: string;
  readonly cvss: CvssView | null;
  readonly exploited: ExploitedView | null;
  readonly epss: PredictionView | null;
  readonly malicious: boolean;
  readonly published: string | null;
  readonly modified: string | null;
  /** All its advisories were withdrawn, and all records of its CVEs rejected. */
  readonly withdrawn: boolean;
  /** The packages that are affected; the first thousand. */
  readonly packages: AffectedPackageView[];
  /** Number of affected packages. */
  readonly package_count: number;
  /** CPEs of affected products, without version; the first thousand. */
  readonly products: string[];
  /** Number of affected products. */
  readonly product_count: number;
  readonly references: string[];
  readonly sources: VulnerabilitySourceView[];
}

/** Everything in the catalogue about one vulnerability. */
export interface VulnerabilityDetails {
  /** The CVE first, where there is one. */
  readonly names: readonly string[];
  readonly members: readonly AdvisoryRow[];
  readonly products: readonly NamedProduct[];
  /** Of its CVEs. */
  readonly records: readonly CveFacts[];
  readonly exploited: KnownExploited | null;
  readonly prediction: ExploitPrediction | null;
}

const maxListed = 1_000;

export function vulnerabilityView(details: VulnerabilityDetails): VulnerabilityView {
  const { names, members, records } = details;
  const counted = countedAdvisories(members);
  const read = counted.map(({ record }) => parseAdvisory(record));
  const packages = counted.flatMap(({ record }) => filledObjectsOf(record.affected));
  const severity = severityOf(read, records);
  const days = (field: 'published' | 'modified'): string[] => {
    const own = read.flatMap((one) => one[field] ?? []).filter((text) => !text.startsWith('0001'));
    return (own.length > 0 ? own : records.flatMap((one) => one[field] ?? [])).sort();
  };
  const description = records.find((one) => one.description !== '')?.description ?? '';
  const withdrawn = [...members.map((one) => one.withdrawn), ...records.map(({ isRejected }) => isRejected)];
  return {
    id: names[0]!, aliases: names.slice(1),
    summary: read.find(({ summary }) => summary !== '')?.summary ?? beginningOf(description, maxSummaryLength),
    details: counted.map(({ record }) => textOf(record.details)).find((text) => text !== '') ?? description,
    severity: severity.level,
    cvss: severity.score === null ? null : { score: severity.score, vector: severity.vector ?? '' },
    exploited: exploitedView(details.exploited),
    epss: details.prediction,
    malicious: read.some(({ isMalicious }) => isMalicious),
    published: days('published')[0] ?? null, modified: days('modified').at(-1) ?? null,
    withdrawn: withdrawn.length > 0 && withdrawn.every(Boolean),
    packages: packages.slice(0, maxListed).map(packageView),
    package_count: packages.length,
    products: [...new Set(details.products.map(({ cpe }) => cpe))],
    product_count: details.products[0]?.count ?? 0,
    references: referencesOf(members.map(({ record }) => record)),
    sources: [
      ...members.map(({ id, source }) => ({ id, source, link: advisoryPage(id) })),
      ...sourcesOf(details).map((source) => ({ id: names[0]!, source, link: advisoryPage(names[0]!) })),
    ],
  }; // prettier-ignore
}

export const exploitedView = (exploited: KnownExploited | null): ExploitedView | null =>
  exploited && { added_on: exploited.addedOn, due_on: exploited.dueOn, ransomware: exploited.isRansomware };

/** Web page of a vulnerability. */
export const advisoryPage = (id: string): string =>
  id.startsWith('CVE-')
    ? `https://nvd.nist.gov/vuln/detail/${encodeURIComponent(id)}`
    : `https://osv.dev/vulnerability/${encodeURIComponent(id)}`;

/** The vulnerability of the name: all its names, and its advisories. */
export function namesAndAdvisories(
  name: string,
  advisories: readonly AdvisoryRow[],
): Pick<VulnerabilityDetails, 'names' | 'members'> {
  const groups = groupByAliases(advisories, ({ id, aliases }) => [id, ...aliases]);
  return groups.find(({ names }) => names.includes(name)) ?? { names: [name], members: [] };
}

/** What was withdrawn counts where there is nothing else, as components are compared. */
export function countedAdvisories(members: readonly AdvisoryRow[]): readonly AdvisoryRow[] {
  const current = members.filter(({ withdrawn }) => !withdrawn);
  return current.length > 0 ? current : members;
}

/** Those that name products of its CVEs, or describe them. */
const sourcesOf = ({ products, records }: VulnerabilityDetails): string[] => [
  ...new Set([...products.map(({ source }) => source), ...records.flatMap(({ sources }) => sources)]),
];

/** As findings have it: what advisories say, else the records of the CVEs. */
function severityOf(advisories: readonly Advisory[], records: readonly CveFacts[]): Severity {
  const own = worstSeverity(
    advisories.flatMap(({ severities, packages }) => [...severities, ...packages.flatMap((one) => one.severities)]),
  );
  const rated = [own, ...records.map((one) => one.severity)];
  return rated.find(({ level }) => level !== 'unknown') ?? own;
}

function packageView(affected: JsonObject): AffectedPackageView {
  const named = objectOf(affected.package);
  const events = filledObjectsOf(affected.ranges)
    .filter(({ type }) => type !== 'GIT')
    .flatMap((range) => filledObjectsOf(range.events));
  const of = (field: string): string[] => [...new Set(events.flatMap((event) => optionalText(event[field]) ?? []))];
  return {
    ecosystem: textOf(named.ecosystem),
    name: textOf(named.name),
    purl: textOf(named.purl),
    introduced: of('introduced'),
    fixed: of('fixed'),
    last_affected: of('last_affected'),
  };
}

/** Only http and https URLs: answers are shown as links. */
function referencesOf(records: readonly JsonObject[]): string[] {
  const urls = records.flatMap((record) =>
    filledObjectsOf(record.references).flatMap(({ url }) => optionalText(url) ?? []),
  );
  return [...new Set(urls)].filter((url) => /^https?:\/\//i.test(url)).slice(0, maxListed);
}
