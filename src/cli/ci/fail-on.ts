import type { UploadView } from '../../sboms/uploading/upload.view.js';
import { UsageError } from '../usage.js';

/** The worst first. */
const severities = ['critical', 'high', 'medium', 'low'] as const;

/** What a pipeline was told to stop at, and whether it does. */
export interface Gate {
  readonly outcome: 'passed' | 'stopped' | 'undecided';
  /** One sentence each. */
  readonly reasons: readonly string[];
}

/**
 * Conditions separated by commas: `failed` (the verdict of the ruleset), `not-examined`, a severity (that one or a worse
 * one), or the id of a rule.
 */
export function parseFailOn(text: string): string[] {
  const conditions = text.split(',').map((one) => one.trim()).filter(Boolean); // prettier-ignore
  for (const one of conditions)
    if (!['failed', 'not-examined', ...severities].includes(one) && !/^[a-z]+\.[a-z-]+$/.test(one))
      throw new UsageError(
        `--fail-on takes failed, not-examined, ${severities.join(', ')} or the id of a rule, not "${one}"`,
      );
  return conditions;
}

/**
 * Whether something is not assessed, or there is nothing. One component that breaks a rule makes the verdict "failed"
 * while others are not assessed.
 */
export const isPending = ({ verdict, pending_count }: Pick<UploadView, 'verdict' | 'pending_count'>): boolean =>
  verdict === 'pending' || pending_count > 0;

/**
 * Nothing passes that was not assessed: where no condition stops, but something is pending, or a severity was asked for
 * and a component was not wholly examined, a vulnerability is not rated or a file of the source was not read, it is
 * undecided.
 *
 * @param isFinished false: jobs on the SBOM are still open, so that what stands in the view may be outdated
 */
export function gateOf(view: UploadView, conditions: readonly string[], isFinished = true): Gate {
  const reasons = conditions.flatMap((condition) => reasonOf(view, condition) ?? []);
  if (reasons.length > 0) return { outcome: 'stopped', reasons };
  if (conditions.length > 0 && (isPending(view) || !isFinished))
    return { outcome: 'undecided', reasons: ['Not every component is assessed yet, or there is none'] };
  const unknown = conditions.some((one) => (severities as readonly string[]).includes(one)) ? unknownsOf(view) : [];
  if (unknown.length > 0) return { outcome: 'undecided', reasons: unknown };
  return { outcome: 'passed', reasons: [] };
}

export const unread =
  'the service has not read the file in time: what it says is of what the SBOM held before; run check later';

/** Of an upload that is not read yet, whatever holds of the content before it. */
export const gateOfUnread = (conditions: readonly string[]): Gate =>
  conditions.length > 0
    ? { outcome: 'undecided', reasons: [`Not known: ${unread}`] }
    : { outcome: 'passed', reasons: [] };

/** What may hide a vulnerability of any severity. */
function unknownsOf(view: UploadView): string[] {
  const { unknown = 0 } = view.severities;
  const open = unexaminedCount(view);
  return [
    ...(open > 0 ? [`${open} of ${view.sbom.entry_count} components are not, or only partly, examined`] : []),
    ...unreadFiles(view),
    ...(unknown > 0 ? [`${unknown} vulnerabilities are not rated by any source`] : []),
  ];
}

/** Nobody has accepted that what they name is missing. */
const unreadFiles = ({ sbom: { open_gaps: count } }: UploadView): string[] =>
  count > 0
    ? [`${count} ${count === 1 ? 'file' : 'files'} of the source were not read: components may be missing`]
    : [];

/** Components that were not examined for vulnerabilities, or only in part. */
function unexaminedCount({ pending_count, sbom }: UploadView): number {
  const { notExamined, partly } = sbom.metrics.coverage;
  return Math.max(pending_count, notExamined + partly);
}

function reasonOf(view: UploadView, condition: string): string | null {
  const { evaluation, verdict, sbom } = view;
  if (condition === 'failed')
    return verdict === 'failed'
      ? `${evaluation.failing} components break the ruleset ${evaluation.ruleset_name}`
      : null;
  if (condition === 'not-examined') {
    const open = unexaminedCount(view);
    return open > 0 || sbom.entry_count === 0
      ? `${open} of ${sbom.entry_count} components are not, or only partly, examined`
      : (unreadFiles(view)[0] ?? null);
  }
  const worst = (severities as readonly string[]).indexOf(condition);
  if (worst >= 0) {
    const count = severities.slice(0, worst + 1).reduce((sum, level) => sum + (view.severities[level] ?? 0), 0);
    return count > 0 ? `${count} vulnerabilities of severity ${condition} or worse` : null;
  }
  const rule = evaluation.rules.find(({ rule_id }) => rule_id === condition);
  if (!rule) return `The ruleset ${evaluation.ruleset_name} has no rule ${condition}`;
  return rule.failing > 0 ? `${rule.failing} components break the rule "${rule.name}"` : null;
}
