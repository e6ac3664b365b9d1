import type { Cpe } from '../../model/cpe-name.js';
import type { Purl } from '../../model/purl.js';
import type { Advisory, AffectedPackage } from './advisory.js';
import { groupByAliases } from './alias-groups.js';
import { concernedCriteria } from './criteria-judgement.js';
import type { CpeCriterion } from './cve-criteria.js';
import type { Knowledge } from './findings.js';
import { statementsOn } from './package-judgement.js';
import type { StatedSeverity } from './severity.js';

/** A package, or a product under its CPEs, without its version. */
export interface Subject {
  readonly purl: Purl | null;
  readonly cpes: readonly Cpe[];
}

/** What one source says of the subject: an advisory of the package, or a CVE of the product. */
export type Statement =
  | { readonly by: 'package'; readonly names: readonly string[]; readonly advisory: Advisory; readonly ranges: readonly AffectedPackage[] } // prettier-ignore
  | { readonly by: 'product'; readonly names: readonly string[]; readonly criteria: readonly CpeCriterion[] };

/** One vulnerability, under all its names, with what does not depend on the subject's version. */
export interface Topic {
  readonly id: string;
  readonly aliases: readonly string[];
  readonly statements: readonly Statement[];
  readonly severities: readonly StatedSeverity[];
  readonly isMalicious: boolean;
  readonly published: string | null;
  readonly modified: string | null;
  readonly summary: string;
}

/** Everything known that concerns the subject, with aliases merged. Withdrawn advisories are left out. */
export function topicsOn(subject: Subject, knowledge: Knowledge): Topic[] {
  const statements = [
    ...packageStatements(subject.purl, knowledge.advisories),
    ...subject.cpes.flatMap((cpe) => productStatements(cpe, knowledge)),
  ];
  return groupByAliases(statements, ({ names }) => names).map(({ names, members }): Topic => {
    const advisories = members.flatMap((one) => (one.by === 'package' ? [one.advisory] : []));
    return {
      id: names[0]!,
      aliases: names.slice(1),
      statements: members,
      severities: advisories.flatMap(({ severities, packages }) => [
        ...severities,
        ...packages.flatMap((one) => one.severities),
      ]),
      isMalicious: advisories.some(({ isMalicious }) => isMalicious),
      published: dates(advisories.map(({ published }) => published))[0] ?? null,
      modified: dates(advisories.map(({ modified }) => modified)).at(-1) ?? null,
      summary: advisories.find(({ summary }) => summary !== '')?.summary ?? '',
    };
  });
}

/** The topics, those of them as they were of which the very same advisories speak. */
export function keepTopics(topics: readonly Topic[], former: readonly Topic[]): Topic[] {
  const known = new Map(former.map((topic) => [topic.id, topic]));
  return topics.map((topic) => {
    const before = known.get(topic.id);
    return before && isSame(topic.statements, before.statements) ? before : topic;
  });
}

const isSame = (one: readonly Statement[], other: readonly Statement[]): boolean =>
  one.length === other.length &&
  one.every((statement, place) => {
    const before = other[place]!;
    return statement.by === 'package' && before.by === 'package' && statement.advisory === before.advisory;
  });

function packageStatements(purl: Purl | null, advisories: readonly Advisory[]): Statement[] {
  if (!purl) return [];
  return advisories.flatMap((advisory): Statement[] => {
    const ranges = advisory.isWithdrawn ? [] : statementsOn(purl, advisory);
    return ranges.length > 0 ? [{ by: 'package', names: [advisory.id, ...advisory.aliases], advisory, ranges }] : [];
  });
}

function productStatements(cpe: Cpe, knowledge: Knowledge): Statement[] {
  return knowledge.criteria.flatMap((one): Statement[] => {
    const criteria = concernedCriteria(cpe, one);
    return criteria.length > 0 ? [{ by: 'product', names: [one.cve], criteria }] : [];
  });
}

/** In order; records that know no date write the year 1. */
const dates = (texts: readonly (string | null)[]): string[] =>
  texts.filter((text) => text !== null && !text.startsWith('0001')).sort() as string[];
