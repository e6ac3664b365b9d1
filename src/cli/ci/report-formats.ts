import { product } from '../../platform/product.js';
import {
  markdownSummary,
  problemRows,
  problemsOf,
  summaryOf,
  timeText,
} from '../../sboms/uploading/assessment-text.js';
import type { UploadView } from '../../sboms/uploading/upload.view.js';
import { terminalSafe } from '../terminal-safe.js';
import { textTable } from '../welcome/text-table.js';
import type { Gate } from './fail-on.js';

/** How an upload or a check is written, by the name of the format. */
export const reportFormats: Readonly<Record<string, (view: UploadView, gate: Gate) => string>> = {
  table(view, gate) {
    const rows = problemRows(view).map((row) => row.map(terminalSafe));
    const table = rows.length > 0 ? textTable(['component', 'rules', 'reason'], rows, 120) : '';
    return `${terminalSafe(summaryOf(view))}\n${table}${gate.reasons.map((one) => `! ${terminalSafe(one)}\n`).join('')}`;
  },

  json: (view, gate) => `${JSON.stringify({ ...view, gate }, null, 2)}\n`,

  /** SARIF 2.1.0; the SBOM has no lines, so a result names the component. */
  sarif(view, gate) {
    const results = problemsOf(view).map(({ ruleId, component, reason }) => ({
      ruleId,
      level: 'error',
      message: { text: `${component}: ${reason}` },
      locations: [
        {
          physicalLocation: { artifactLocation: { uri: encodeURIComponent(view.sbom.name) } },
          logicalLocations: [{ name: component, kind: 'module' }],
        },
      ],
    }));
    const rules = view.evaluation.rules.map(({ rule_id, name }) => ({ id: rule_id, shortDescription: { text: name } }));
    const driver = { name: product.name, version: product.version, rules };
    const sarif = {
      $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
      version: '2.1.0',
      runs: [
        {
          tool: { driver },
          results,
          invocations: [invocationOf(view, gate)],
          properties: { verdict: view.verdict, ...timesOf(view) },
        },
      ],
    };
    return `${JSON.stringify(sarif, null, 2)}\n`;
  },

  /** One test case for each rule; what is not assessed is skipped, not passed. */
  junit(view) {
    const problems = problemsOf(view);
    const cases = view.evaluation.rules.map(({ rule_id, name, failing }) => {
      const lines = problems.filter(({ ruleId }) => ruleId === rule_id).map(({ component, reason }) => `${component}: ${reason}`); // prettier-ignore
      if (failing > lines.length) lines.push(`… and ${failing - lines.length} more`);
      const message = xml(`${failing} components break the rule`);
      const inner =
        failing > 0
          ? `<failure message="${message}">${xml(lines.join('\n'))}</failure>`
          : view.verdict === 'pending'
            ? '<skipped message="Not every component is assessed yet"/>'
            : '';
      return `    <testcase classname="${xml(rule_id)}" name="${xml(name)}">${inner}</testcase>\n`;
    });
    const failed = view.evaluation.rules.filter(({ failing }) => failing > 0).length;
    const suite = `name="${xml(`${view.sbom.name} ${view.sbom.version}`)}" tests="${cases.length}" failures="${failed}"`;
    const properties = Object.entries({ verdict: view.verdict, ...timesOf(view) })
      .map(([name, value]) => `      <property name="${name}" value="${xml(value)}"/>\n`)
      .join('');
    return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n  <testsuite ${suite}>\n    <properties>\n${properties}    </properties>\n${cases.join('')}  </testsuite>\n</testsuites>\n`;
  },

  markdown: (view, gate) => markdownSummary(view, gate.reasons),
};

/** What a tool that reads an absent result as mended must not miss. */
function invocationOf({ verdict, evaluation: { failing, components } }: UploadView, gate: Gate): object {
  const notices = [
    ...gate.reasons,
    ...(verdict === 'pending' ? ['Not every component is assessed yet, or there is none'] : []),
    ...(failing > components.length ? [`Only ${components.length} of ${failing} failing components are listed`] : []),
  ];
  return {
    executionSuccessful: verdict !== 'pending' && gate.outcome !== 'undecided',
    toolExecutionNotifications: notices.map((text) => ({ level: 'error', message: { text } })),
  };
}

/** When it was assessed and with data of which time; empty: never, or without data. */
const timesOf = ({ evaluation: { judged_at, data_as_of } }: UploadView): Record<string, string> => ({
  judged_at: timeText(judged_at),
  data_as_of: timeText(data_as_of),
});

/** XML 1.0 has no other control characters. */
const xml = (text: string): string =>
  text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;');
