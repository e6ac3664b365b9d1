import { type Cpe, plainCpeValue } from '../../model/cpe-name.js';
import type { Purl } from '../../model/purl.js';
import { schemeForPurlType, type VersionSchemeName } from '../../model/versions/versions.js';
import type { Advisory } from './advisory.js';
import { type AliasGroup, groupByAliases } from './alias-groups.js';
import { judgeCriteria } from './criteria-judgement.js';
import type { CveCriteria } from './cve-criteria.js';
import { adviseFix, smallestLater } from './fixes.js';
import type { Judgement, VulnerabilityStatus } from './judgement.js';
import { judgePackage } from './package-judgement.js';
import { type Severity, worstSeverity } from './severity.js';
import { decidingStatement, statusByVex, type VexStatement } from './vex.js';

/** A component as its identifiers tell it. */
export interface Component {
  readonly purl: Purl | null;
  readonly cpes: readonly Cpe[];
  /** Plain text; where it is empty, the identifiers' own version counts. */
  readonly version: string;
}

/** CISA: known to be exploited. Dates are ISO 8601 days. */
export interface KnownExploited {
  readonly addedOn: string | null;
  readonly dueOn: string | null;
  readonly isRansomware: boolean;
}

/** FIRST: chance of exploitation within 30 days and its percentile, both 0–1. */
export interface ExploitPrediction {
  readonly probability: number;
  readonly percentile: number;
}

/** What is known that may concern the component: all advisories and criteria filed under its keys, at least. */
export interface Knowledge {
  readonly advisories: readonly Advisory[];
  readonly criteria: readonly CveCriteria[];
  /** By CVE. */
  readonly exploited: ReadonlyMap<string, KnownExploited>;
  /** By CVE. */
  readonly predictions: ReadonlyMap<string, ExploitPrediction>;
  readonly vex: readonly VexStatement[];
}

/** What one source says. */
export interface FindingEvidence {
  readonly id: string;
  /** `package`: by purl; `product`: by CPE. */
  readonly by: 'package' | 'product';
  readonly status: VulnerabilityStatus;
  readonly reason: string;
}

/** One vulnerability, under all its names, and what it means for one component. */
export interface Finding {
  /** The CVE where there is one. */
  readonly id: string;
  readonly aliases: readonly string[];
  /** With VEX applied; `judged` is without. */
  readonly status: VulnerabilityStatus;
  readonly judged: VulnerabilityStatus;
  readonly reason: string;
  readonly evidence: readonly FindingEvidence[];
  readonly vex: VexStatement | null;
  /** The smallest version named that is later than the component's and not affected; null where none is named. */
  readonly fixedIn: string | null;
  readonly severity: Severity;
  readonly exploited: KnownExploited | null;
  readonly prediction: ExploitPrediction | null;
  readonly isMalicious: boolean;
  readonly published: string | null;
  readonly modified: string | null;
  readonly summary: string;
}

interface Statement {
  readonly names: readonly string[];
  readonly by: 'package' | 'product';
  readonly judgement: Judgement;
  readonly advisory: Advisory | null;
}

/**
 * Every vulnerability that something known says about the component, with aliases merged: affected, not affected and
 * unknown alike, so that each answer has its reason. Withdrawn advisories are left out. What an advisory says of the
 * package counts before what a CVE says of the product, for it names versions of exactly this package.
 */
export function findVulnerabilities(component: Component, knowledge: Knowledge): Finding[] {
  const scheme = component.purl ? schemeForPurlType(component.purl.type) : 'generic';
  const version = component.version || component.purl?.version || versionOf(component.cpes);
  const statements = [
    ...packageStatements(component.purl, version, knowledge.advisories),
    ...productStatements(component.cpes, version, knowledge.criteria, scheme),
  ];
  return groupByAliases(statements, ({ names }) => names).map((group) =>
    toFinding(group, knowledge, { ...component, version }),
  );
}

function versionOf(cpes: readonly Cpe[]): string {
  return cpes.map((cpe) => plainCpeValue(cpe.version)).find((text) => text !== '') ?? '';
}

function packageStatements(purl: Purl | null, version: string, advisories: readonly Advisory[]): Statement[] {
  if (!purl) return [];
  return advisories.flatMap((advisory): Statement[] => {
    const judgement = advisory.isWithdrawn ? null : judgePackage(purl, version, advisory);
    return judgement ? [{ names: [advisory.id, ...advisory.aliases], by: 'package', judgement, advisory }] : [];
  });
}

function productStatements(
  cpes: readonly Cpe[],
  version: string,
  criteria: readonly CveCriteria[],
  scheme: VersionSchemeName,
): Statement[] {
  return criteria.flatMap((one) =>
    cpes.flatMap((cpe): Statement[] => {
      const judgement = judgeCriteria(cpe, version, one, scheme);
      return judgement ? [{ names: [one.cve], by: 'product', judgement, advisory: null }] : [];
    }),
  );
}

function toFinding({ names, members }: AliasGroup<Statement>, knowledge: Knowledge, component: Component): Finding {
  const deciding = decidingStatementOf(members);
  const advisories = members.flatMap(({ advisory }) => (advisory ? [advisory] : []));
  const vex = decidingStatement(names, knowledge.vex);
  const judged = deciding.judgement.status;
  return {
    id: names[0]!,
    aliases: names.slice(1),
    status: statusByVex(judged, vex),
    judged,
    reason: deciding.judgement.reason,
    evidence: members.map(({ names: [id], by, judgement }) => ({ id: id!, by, ...pick(judgement) })),
    vex,
    fixedIn: judged === 'affected' ? fixFor(deciding, members, component) : null,
    severity: worstSeverity(
      advisories.flatMap(({ severities, packages }) => [...severities, ...packages.flatMap((one) => one.severities)]),
    ),
    exploited: first(names, knowledge.exploited),
    prediction: likeliest(names, knowledge.predictions),
    isMalicious: advisories.some(({ isMalicious }) => isMalicious),
    published: earliest(advisories.map(({ published }) => published)),
    modified: latest(advisories.map(({ modified }) => modified)),
    summary: advisories.find(({ summary }) => summary !== '')?.summary ?? '',
  };
}

/** By the advisories of the package, all of which must be rid of; by what CVEs name of a product otherwise. */
function fixFor(deciding: Statement, members: readonly Statement[], { purl, version }: Component): string | null {
  if (deciding.by === 'package' && purl)
    return (
      adviseFix(
        purl,
        version,
        members.flatMap(({ advisory }) => advisory ?? []),
      )?.version ?? null
    );
  const scheme = purl ? schemeForPurlType(purl.type) : 'generic';
  return smallestLater(
    scheme,
    version,
    members.flatMap(({ judgement }) => judgement.fixedIn),
  );
}

const pick = ({ status, reason }: Judgement): Pick<FindingEvidence, 'status' | 'reason'> => ({ status, reason });

/** Affected before not affected, and both before unknown, among packages first and products second. */
function decidingStatementOf(members: readonly Statement[]): Statement {
  const order = (status: VulnerabilityStatus): number => ['affected', 'not_affected', 'unknown'].indexOf(status);
  const best = (by: Statement['by']): Statement | undefined =>
    members.filter((one) => one.by === by).sort((a, b) => order(a.judgement.status) - order(b.judgement.status))[0];
  const [byPackage, byProduct] = [best('package'), best('product')];
  if (byPackage && (byPackage.judgement.status !== 'unknown' || !byProduct)) return byPackage;
  return byProduct!;
}

function first<T>(names: readonly string[], known: ReadonlyMap<string, T>): T | null {
  const name = names.find((one) => known.has(one));
  return name === undefined ? null : known.get(name)!;
}

function likeliest(names: readonly string[], known: ReadonlyMap<string, ExploitPrediction>): ExploitPrediction | null {
  const all = names.flatMap((name) => known.get(name) ?? []);
  return all.reduce<ExploitPrediction | null>(
    (best, one) => (best && best.probability >= one.probability ? best : one),
    null,
  );
}

/** Records that know no date write the year 1. */
const dates = (texts: readonly (string | null)[]): string[] =>
  texts.filter((text) => text !== null && !text.startsWith('0001')).sort() as string[];
const earliest = (texts: readonly (string | null)[]): string | null => dates(texts)[0] ?? null;
const latest = (texts: readonly (string | null)[]): string | null => dates(texts).at(-1) ?? null;
