import type { ComponentChildren, JSX } from 'preact';
import { texts } from '../../texts.en.js';
import type { Data } from '../api.js';
import { shortText } from '../parts/file-text.js';
import { CoverageOf, RiskOf, VerdictOf } from '../parts/judgement.js';
import { Table } from '../parts/table.js';
import { organization } from '../session.js';

export type ListedSbom = Data<'GET v1/project/getSBOMs'>['softwareLists'][number];

type Column = Exclude<keyof typeof texts.sboms.columns, 'name'>;

const cells: Readonly<Record<Column, (sbom: ListedSbom) => ComponentChildren>> = {
  supplier: ({ supplier }) =>
    supplier ? shortText(supplier, 40) : <span class="quiet">{texts.sboms.noSupplier}</span>,
  identity: ({ entry_count: count, metrics }) =>
    count === 0 ? texts.sboms.noEntries : texts.sboms.settled(metrics.resolution.resolved, count),
  coverage: (sbom) => <CoverageOf of={sbom} />,
  risk: (sbom) => <RiskOf of={sbom} />,
  verdict: (sbom) => <VerdictOf of={sbom} />,
  status: ({ status }) => texts.status[status] ?? status,
  updated: (sbom) => <span class="quiet nowrap">{texts.ago(sbom.updated_at)}</span>,
};

const name = (sbom: ListedSbom): JSX.Element => (
  <a href={`/o/${organization.value!.id}/sboms/${sbom.id}`}>{shortText(`${sbom.name} ${sbom.version}`.trim())}</a>
);

/** SBOMs with their names and the given columns. */
export function SbomTable({
  sboms,
  columns,
}: {
  sboms: readonly ListedSbom[];
  columns: readonly Column[];
}): JSX.Element {
  const titles = texts.sboms.columns;
  return (
    <Table
      label={texts.sboms.title}
      rows={sboms}
      keyOf={({ id }) => id}
      columns={[
        { title: titles.name, cell: name },
        ...columns.map((column) => ({ title: titles[column], isNumber: column === 'risk', cell: cells[column] })),
      ]}
    />
  );
}
