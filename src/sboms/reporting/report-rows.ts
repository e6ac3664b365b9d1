import { csvLine } from '../../formats/writing/csv.js';
import type { WrittenCell } from '../../formats/writing/sheet-xml.js';
import { writeWorkbook } from '../../formats/writing/workbook.js';
import { reportSeverities, type ReportComponent } from './report-data.js';
import { advice } from './report-html.js';

type CellOf = (one: ReportComponent) => string | number;

/** Columns of the report as a table with one row per component. */
const columns: readonly (readonly [title: string, cell: CellOf])[] = [
  ['name', ({ name }) => name],
  ['org', ({ org }) => org],
  ['version', ({ version }) => version],
  ['identifier', ({ identifier }) => identifier],
  ['license', ({ license }) => license],
  ['risk', ({ risk }) => risk ?? ''],
  ['ecosystem', ({ scopes }) => scopes?.ecosystem ?? ''],
  ['technology', ({ scopes }) => scopes?.technology ?? ''],
  ['supply_chain', ({ scopes }) => scopes?.supply_chain ?? ''],
  ...reportSeverities.map((level): [string, CellOf] => [level, ({ vulnerabilities }) => vulnerabilities[level]]),
  ['exploited', ({ exploited }) => exploited],
  ['update_to', ({ update_to }) => update_to ?? ''],
  ['why', ({ reasons }) => reasons.join(' ')],
  ['what_to_do', (one) => advice(one).join(' ')],
]; // prettier-ignore

const header = columns.map(([title]) => title);
const cells = (one: ReportComponent): (string | number)[] => columns.map(([, cell]) => cell(one));

export async function* reportCsv(components: AsyncIterable<readonly ReportComponent[]>): AsyncIterable<string> {
  yield csvLine(header);
  for await (const batch of components) yield batch.map((one) => csvLine(cells(one).map(String))).join('');
}

export function reportXlsx(components: AsyncIterable<readonly ReportComponent[]>): AsyncIterable<Uint8Array> {
  const rows = async function* (): AsyncIterable<WrittenCell[][]> {
    for await (const batch of components) yield batch.map(cells);
  };
  return writeWorkbook([{ name: 'Components', header, rows }], { onLoss: () => undefined });
}
