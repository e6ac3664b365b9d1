import { csvLine } from '../../formats/writing/csv.js';
import type { WrittenCell } from '../../formats/writing/sheet-xml.js';
import { writeReportWorkbook } from '../../formats/writing/report-workbook.js';
import { examinedKinds, type KindCoverage } from '../../scores/coverage/entity-coverage.js';
import { type SeverityLevel, severityLevels } from '../../scores/vulnerabilities/severity.js';
import type { SbomView } from '../sboms.view.js';
import type { ReportComponent } from './report-data.js';
import { advice } from './report-html.js';

type CellOf = (one: ReportComponent, sbom: SbomView) => string | number;

/** Empty where nobody has looked: a zero would say that there is none. */
const countOf = ({ vulnerabilities, coverage }: ReportComponent, level: SeverityLevel): string | number =>
  vulnerabilities[level] || (coverage.vulnerabilities.status === 'not_examined' ? '' : 0);

const coverageText = ({ status, reason }: KindCoverage): string => (reason === '' ? status : `${status}: ${reason}`);

/** Columns of the report as a table with one row per component. */
const columns: readonly (readonly [title: string, cell: CellOf])[] = [
  ['name', ({ name }) => name],
  ['org', ({ org }) => org],
  ['version', ({ version }) => version],
  ['identifier', ({ identifier }) => identifier],
  ['license', ({ license }) => license],
  ['risk', ({ risk }) => risk ?? ''],
  ['risk_coverage', ({ risk_coverage }) => risk_coverage],
  ['ecosystem', ({ scopes }) => scopes?.ecosystem ?? ''],
  ['technology', ({ scopes }) => scopes?.technology ?? ''],
  ['supply_chain', ({ scopes }) => scopes?.supply_chain ?? ''],
  ...severityLevels.map((level): [string, CellOf] => [level, (one) => countOf(one, level)]),
  ['exploited', ({ exploited }) => exploited ?? ''],
  ...examinedKinds.map((kind): [string, CellOf] => [`${kind}_coverage`, ({ coverage }) => coverageText(coverage[kind])]),
  ['may_concern', ({ may_concern }) => may_concern.map(({ cve }) => cve).join(' ')],
  ['update_to', ({ update_to }) => update_to ?? ''],
  ['why', ({ reasons }) => reasons.join(' ')],
  ['what_to_do', (one) => advice(one).join(' ')],
  ['broken_rules', ({ failures }) => failures.map(({ rule_id }) => rule_id).join(' ')],
  ['sbom_verdict', (_one, { verdict }) => verdict],
  ['sbom_judged_at', (_one, { judged_at }) => judged_at?.toISOString() ?? ''],
  ['sbom_data_as_of', (_one, { data_as_of }) => data_as_of?.toISOString() ?? ''],
  ['undecided', ({ undecided, coverage }) => undecided || (coverage.vulnerabilities.status === 'not_examined' ? '' : 0)],
]; // prettier-ignore

const header = columns.map(([title]) => title);
const cellsOf =
  (sbom: SbomView) =>
  (one: ReportComponent): (string | number)[] =>
    columns.map(([, cell]) => cell(one, sbom));

export async function* reportCsv(
  sbom: SbomView,
  components: AsyncIterable<readonly ReportComponent[]>,
): AsyncIterable<string> {
  const cells = cellsOf(sbom);
  yield csvLine(header);
  for await (const batch of components) yield batch.map((one) => csvLine(cells(one).map(String))).join('');
}

export function reportXlsx(
  sbom: SbomView,
  components: AsyncIterable<readonly ReportComponent[]>,
): AsyncIterable<Uint8Array> {
  const cells = cellsOf(sbom);
  const rows = async function* (): AsyncIterable<WrittenCell[][]> {
    for await (const batch of components) yield batch.map(cells);
  };
  return writeReportWorkbook([{ name: 'Components', header, rows }]);
}
