import type { WrittenCell } from '../../formats/writing/sheet-xml.js';
import { writeReportWorkbook } from '../../formats/writing/report-workbook.js';
import { type WrittenSheet } from '../../formats/writing/workbook.js';
import type { SbomView } from '../sboms.view.js';
import type { OrganizationReportView } from './organization-report.view.js';
import { isScored } from './trend-points.js';
import type { TrendPointView } from './trends.view.js';

type Column<T> = readonly [title: string, cell: (one: T) => WrittenCell | null];

const sbomColumns: readonly Column<SbomView>[] = [
  ['name', ({ name }) => name],
  ['version', ({ version }) => version],
  ['supplier', ({ supplier }) => supplier],
  ['verdict', ({ verdict }) => verdict],
  ['judged_at', ({ judged_at }) => judged_at?.toISOString() ?? null],
  ['risk', ({ judged_at, metrics }) => (judged_at === null ? null : metrics.risk.score)],
  ['risk_coverage', ({ metrics }) => metrics.risk.coverage],
  ['components', ({ entry_count }) => entry_count],
  ['passing', ({ metrics }) => metrics.compliance.passing],
  ['failing', ({ metrics }) => metrics.compliance.failing],
  ['not_assessed', ({ metrics }) => metrics.compliance.pending],
  ['examined', ({ metrics }) => metrics.coverage.examined],
  ['partly_examined', ({ metrics }) => metrics.coverage.partly],
  ['not_examined', ({ metrics }) => metrics.coverage.notExamined],
  ['unresolved', ({ metrics }) => metrics.resolution.unresolved],
  ['open_gaps', ({ open_gaps }) => open_gaps],
  ['id', ({ id }) => id],
];

const pointColumns: readonly Column<TrendPointView>[] = [
  ['sboms', ({ sboms }) => sboms],
  ['not_assessed_sboms', ({ unscored }) => unscored],
  ['risk', ({ risk }) => risk],
  ['passing', (point) => (isScored(point) ? point.passing : null)],
  ['failing', (point) => (isScored(point) ? point.failing : null)],
  ['examined', ({ examined }) => examined],
  ['partly_examined', ({ partly }) => partly],
  ['not_examined', ({ not_examined }) => not_examined],
  ['age_days', ({ age_days }) => age_days],
  ['oldest_days', ({ oldest_days }) => oldest_days],
  ['sboms_with_old_figures', ({ stale }) => stale],
];

const vulnerabilityColumns: readonly Column<OrganizationReportView['worst_vulnerabilities'][number]>[] = [
  ['vulnerability', ({ id }) => id],
  ['severity', ({ severity }) => severity],
  ['exploited', ({ exploited }) => (exploited === null ? 'not known' : 'yes')],
  ['epss', ({ epss }) => epss?.probability ?? null],
  ['sboms', ({ sboms }) => sboms],
  ['affected_components', ({ affected }) => affected],
  ['undecided', ({ undecided }) => undecided],
  ['summary', ({ summary }) => summary],
];

const rowOf = <T>(columns: readonly Column<T>[], one: T): WrittenCell[] => columns.map(([, cell]) => cell(one) ?? '');
const titles = <T>(columns: readonly Column<T>[]): string[] => columns.map(([title]) => title);

/** The report over an organization: every SBOM and supplier, the history, and the worst vulnerabilities. */
export function organizationReportXlsx(
  report: OrganizationReportView,
  sboms: AsyncIterable<SbomView[]>,
): AsyncIterable<Uint8Array> {
  const { suppliers, trend, worst_vulnerabilities: worst, vulnerability_count: all } = report;
  const none = pointColumns.map(() => '');
  const sheet = (name: string, header: string[], rows: WrittenCell[][]): WrittenSheet => ({
    name,
    header,
    async *rows() {
      yield await Promise.resolve(rows);
    },
  });
  return writeReportWorkbook([
    {
      name: 'SBOMs',
      header: titles(sbomColumns),
      async *rows() {
        for await (const batch of sboms) yield batch.map((one) => rowOf(sbomColumns, one));
      },
    },
    sheet(
      'Suppliers',
      ['supplier', ...titles(pointColumns), `risk_${report.days}_days_ago`],
      suppliers.map(({ supplier, before, now }) => [
        supplier,
        ...(now ? rowOf(pointColumns, now) : none),
        before?.risk ?? '',
      ]),
    ),
    sheet(
      'Trend',
      ['at', ...titles(pointColumns)],
      trend.points.map((point) => [point.at.toISOString(), ...rowOf(pointColumns, point)]),
    ),
    sheet('Vulnerabilities', titles(vulnerabilityColumns), [
      ...worst.map((one) => rowOf(vulnerabilityColumns, one)),
      ...(all > worst.length
        ? [[`${worst.length} of ${all}; GET v1/vulnerability/exportVulnerabilities has all`]]
        : []),
    ]),
  ]);
}
