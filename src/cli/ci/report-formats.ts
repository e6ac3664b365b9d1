import { createHash } from 'node:crypto';
import { product } from '../../platform/product.js';
import {
  markdownSummary,
  problemRows,
  problemsOf,
  summaryOf,
  timeText,
} from '../../sboms/uploading/assessment-text.js';
import type { UploadView } from '../../sboms/uploading/upload.view.js';
import { logSafeJson, terminalSafe } from '../terminal-safe.js';
import { textTable } from '../welcome/text-table.js';
import { isPending, type Gate } from './fail-on.js';

/** What is known of one SBOM, and whether it stops the pipeline. */
export interface GatedView {
  readonly view: UploadView;
  readonly gate: Gate;
}

/**
 * How uploads and checks are written, by the name of the format: one document, whatever the number of SBOMs.
 *
 * @param isOne JSON is an object for a single SBOM, and a list otherwise
 */
export const reportFormats: Readonly<Record<string, (all: readonly GatedView[], isOne: boolean) => string>> = {
  table: (all) => all.map(tableOf).join(''),

  json(all, isOne) {
    const documents = all.map(({ view, gate }) => ({ ...view, gate }));
    return logSafeJson(isOne ? documents[0] : documents);
  },

  /** SARIF 2.1.0; a run for each SBOM. */
  sarif(all) {
    const sarif = {
      $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
      version: '2.1.0',
      runs: all.map((one) => runOf(one, all.length > 1)),
    };
    return logSafeJson(sarif);
  },

  junit: (all) => `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${all.map(suiteOf).join('')}</testsuites>\n`,

  markdown: (all) => all.map(({ view, gate }) => markdownSummary(view, gate.reasons)).join('\n'),
};

function tableOf({ view, gate }: GatedView): string {
  const rows = problemRows(view).map((row) => row.map(terminalSafe));
  const table = rows.length > 0 ? textTable(['component', 'rules', 'reason'], rows, 120) : '';
  return `${terminalSafe(summaryOf(view))}\n${table}${gate.reasons.map((one) => `! ${terminalSafe(one)}\n`).join('')}`;
}

/** The SBOM has no lines, so a result names the component; its fingerprint keeps two components of one rule apart. */
function runOf({ view, gate }: GatedView, isOneOfMany: boolean): object {
  const { name } = view.sbom;
  const results = problemsOf(view).map(({ ruleId, component, reason }) => ({
    ruleId,
    level: 'error',
    message: { text: `${component}: ${reason}` },
    locations: [
      {
        physicalLocation: { artifactLocation: { uri: encodeURIComponent(name) } },
        logicalLocations: [{ name: component, kind: 'module' }],
      },
    ],
    partialFingerprints: { primaryLocationLineHash: fingerprintOf([name, ruleId, component]) },
  }));
  const rules = view.evaluation.rules.map(({ rule_id, name }) => ({ id: rule_id, shortDescription: { text: name } }));
  return {
    tool: { driver: { name: product.name, version: product.version, rules } },
    // Runs of one upload to a code scanning need identifiers of their own.
    ...(isOneOfMany && { automationDetails: { id: `stocktake/${encodeURIComponent(name)}/` } }),
    results,
    invocations: [invocationOf(view, gate)],
    properties: { verdict: view.verdict, ...timesOf(view) },
  };
}

const fingerprintOf = (words: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(words)).digest('hex').slice(0, 32);

/** One test case for each rule, and one for what stops the pipeline; what is not assessed is skipped, not passed. */
function suiteOf({ view, gate }: GatedView): string {
  const problems = problemsOf(view);
  const cases = view.evaluation.rules.map(({ rule_id, name, failing }) => {
    const lines = problems.filter(({ ruleId }) => ruleId === rule_id).map(({ component, reason }) => `${component}: ${reason}`); // prettier-ignore
    if (failing > lines.length) lines.push(`… and ${failing - lines.length} more`);
    const message = xml(`${failing} components break the rule`);
    const inner =
      failing > 0
        ? `<failure message="${message}">${xml(lines.join('\n'))}</failure>`
        : isPending(view)
          ? '<skipped message="Not every component is assessed yet"/>'
          : '';
    return `    <testcase classname="${xml(rule_id)}" name="${xml(name)}">${inner}</testcase>\n`;
  });
  if (gate.reasons.length > 0) cases.push(gateCaseOf(gate));
  const broken = view.evaluation.rules.filter(({ failing }) => failing > 0).length;
  const failed = broken + (gate.outcome === 'stopped' ? 1 : 0);
  const suite = `name="${xml(`${view.sbom.name} ${view.sbom.version}`)}" tests="${cases.length}" failures="${failed}" errors="${gate.outcome === 'undecided' ? 1 : 0}"`;
  const properties = Object.entries({ verdict: view.verdict, ...timesOf(view) })
    .map(([name, value]) => `      <property name="${name}" value="${xml(value)}"/>\n`)
    .join('');
  return `  <testsuite ${suite}>\n    <properties>\n${properties}    </properties>\n${cases.join('')}  </testsuite>\n`;
}

function gateCaseOf({ outcome, reasons }: Gate): string {
  const element = outcome === 'stopped' ? 'failure' : 'error';
  return `    <testcase classname="stocktake" name="--fail-on"><${element} message="${xml(reasons[0]!)}">${xml(reasons.join('\n'))}</${element}></testcase>\n`;
}

/** What a tool that reads an absent result as mended must not miss. */
function invocationOf(view: UploadView, gate: Gate): object {
  const { failing, components } = view.evaluation;
  const notices = [
    ...gate.reasons,
    ...(isPending(view) ? ['Not every component is assessed yet, or there is none'] : []),
    ...(failing > components.length ? [`Only ${components.length} of ${failing} failing components are listed`] : []),
  ];
  return {
    executionSuccessful: !isPending(view) && gate.outcome !== 'undecided',
    toolExecutionNotifications: notices.map((text) => ({ level: 'error', message: { text } })),
  };
}

/** When it was assessed and with data of which time; empty: never, or without data. */
const timesOf = ({ evaluation: { judged_at, data_as_of } }: UploadView): Record<string, string> => ({
  judged_at: timeText(judged_at),
  data_as_of: timeText(data_as_of),
});

/** XML 1.0 has no other control characters; `##` and `::` would be commands in the log of a pipeline. */
const xml = (text: string): string =>
  text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
    .replace(/#(?=#)/g, '&#35;')
    .replace(/^([^\S\n]*):(?=:)/gm, '$1&#58;');
