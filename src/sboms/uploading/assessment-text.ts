import { v5 as nameId } from 'uuid';
import { markdownText } from '../../model/markdown.js';
import type { EvaluationView } from '../compliance/compliance.view.js';
import type { SbomView } from '../sboms.view.js';

/** What the texts below say; over HTTP its times are text. */
export interface AssessedSbom {
  readonly sbom: Pick<SbomView, 'name' | 'version' | 'org_id' | 'entry_count' | 'metrics' | 'open_gaps'>;
  readonly verdict: EvaluationView['verdict'];
  readonly pending_count: number;
  readonly evaluation: EvaluationView;
}

/** One component that breaks a rule. */
interface Problem {
  readonly ruleId: string;
  readonly component: string;
  readonly reason: string;
}

export const problemsOf = ({ evaluation }: AssessedSbom): Problem[] =>
  evaluation.components.flatMap(({ name, org, version, failures }) =>
    failures.map(({ rule_id, reason }) => ({
      ruleId: rule_id,
      component: `${org && `${org}/`}${name}${version && ` ${version}`}`,
      reason,
    })),
  );

/** Component, rules and reason for people: a reason that breaks several rules of one component stands once. */
export function problemRows(assessed: AssessedSbom): string[][] {
  const rows = new Map<string, { readonly component: string; readonly rules: string[]; readonly reason: string }>();
  for (const { component, ruleId, reason } of problemsOf(assessed)) {
    const key = JSON.stringify([component, reason]);
    const row = rows.get(key) ?? { component, rules: [], reason };
    rows.set(key, row);
    row.rules.push(ruleId);
  }
  return [...rows.values()].map(({ component, rules, reason }) => [component, rules.join(', '), reason]);
}

export const summaryOf = ({ sbom, verdict, pending_count, evaluation }: AssessedSbom): string =>
  `${sbom.name} ${sbom.version}: ${verdict} (${sbom.entry_count} components, ${evaluation.failing} failing, ${pending_count} not assessed; ruleset ${evaluation.ruleset_name}; ${ageOf(evaluation)})`;

function ageOf({ judged_at, data_as_of }: EvaluationView): string {
  const assessed = judged_at ? `assessed ${timeText(judged_at)}` : 'never assessed';
  return `${assessed}, ${data_as_of ? `data of ${timeText(data_as_of)}` : 'without a source of vulnerabilities'}`;
}

/** Empty: there is none. */
export const timeText = (time: Date | string | null | undefined): string => (time ? new Date(time).toISOString() : '');

/** A comment of a pull request may have 65,536 characters. */
const maxRows = 50;

/** Of the marks by which a pipeline finds its own comment. */
const commentNamespace = 'c64d3f0a-0d0b-5f64-9a3a-2b7e3b2f8d11';

/**
 * Markdown for a comment on a pull request. It begins with a mark that is the same for every version of the SBOM.
 *
 * @param notes why a pipeline stops, one each
 */
export function markdownSummary(assessed: AssessedSbom, notes: readonly string[] = []): string {
  const { sbom, verdict } = assessed;
  const mark = { passed: '✅', failed: '❌', pending: '⏳' }[verdict];
  const rows = problemRows(assessed);
  const shown = rows.slice(0, maxRows).map((row) => `| ${row.map((cell) => markdownText(cell)).join(' | ')} |\n`);
  const table = rows.length > 0 ? `\n| Component | Rules | Reason |\n|---|---|---|\n${shown.join('')}` : '';
  const list = [...notes, ...coverageNotes(sbom)].map((note) => `- ${markdownText(note)}\n`).join('');
  const { failing } = assessed.evaluation;
  const isCut = rows.length > maxRows || failing > assessed.evaluation.components.length;
  const cut = isCut ? `\nMore are in Stocktake: ${failing} components break a rule.\n` : '';
  const id = nameId(`${sbom.org_id} ${sbom.name}`, commentNamespace);
  return `<!-- stocktake ${id} -->\n### ${mark} ${markdownText(summaryOf(assessed))}\n${list && `\n${list}`}${table}${cut}`;
}

/** A ruleset may pass what was not examined. */
function coverageNotes({ entry_count, metrics, open_gaps }: AssessedSbom['sbom']): string[] {
  const { notExamined, partly } = metrics.coverage;
  return [
    ...(entry_count === 0 ? ['There are no components: nothing was examined.'] : []),
    ...(notExamined > 0 ? [`${notExamined} of ${entry_count} components were not examined for vulnerabilities.`] : []),
    ...(partly > 0 ? [`${partly} of ${entry_count} components were examined in part.`] : []),
    ...(open_gaps > 0 ? [`${open_gaps} files of the source were not read: components of them may be missing.`] : []),
  ];
}
