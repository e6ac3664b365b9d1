import { reportLostHeaderFields } from '../conversion/lost-header-fields.js';
import type { BomComponent, BomEvent, PartKind } from '../../model/document.js';
import { componentDraft } from '../component-draft.js';
import type { BomSource, ParseLimits, SerializeOptions } from '../format.js';
import { componentLabel } from '../losses.js';
import { ErrorCells } from '../reading/error-cells.js';
import type { TableRow } from '../reading/stream-items.js';
import { ComponentListReader } from '../shared/component-list/component-list-reader.js';
import { listColumns, reportFieldsWithoutColumn, type ListColumn } from './list-columns.js';

/** The list is the same in all versions. */
export const listVersions: readonly string[] = ['1.6', '1.7', '1.5', '1.4'];

/** The sheet of a workbook that holds the list. */
export const cycloneDxListSheet = 'CycloneDX';

export const listTitles: readonly string[] = listColumns.map(({ title }) => title);

export const listCells = (component: BomComponent): string[] => listColumns.map((column) => column.write(component));

const byTitle = new Map(listColumns.map((column) => [column.title.toLowerCase(), column]));

/** True for the columns of cyclonedx-cli. */
export function isCycloneDxList(titles: readonly string[]): boolean {
  const names = new Set(titles.map((title) => title.trim().toLowerCase()));
  return ['name', 'licenseexpressions', 'licensenames', 'mimetype'].every((name) => names.has(name));
}

/**
 * Reads the rows of such a list. Columns may be in any order. Unknown ones, and cells that do not hold what their column
 * says, become properties under the name of the column.
 */
export class CycloneDxListReader {
  private readonly reader: ComponentListReader;
  private readonly errors = new ErrorCells();
  private readonly columns: readonly (ListColumn | undefined)[];

  constructor(
    limits: ParseLimits,
    private readonly titles: readonly string[],
  ) {
    this.reader = new ComponentListReader(limits);
    this.columns = titles.map((title) => byTitle.get(title.trim().toLowerCase()));
  }

  read(rows: readonly TableRow[]): BomEvent[] {
    for (const read of rows) {
      const row = this.errors.take(read);
      this.reader.add(row, (ref) => this.component(row, ref));
    }
    return this.reader.takeEvents();
  }

  end(): BomEvent[] {
    this.reader.end();
    const { warning } = this.errors;
    if (warning) this.reader.warn(warning.place, warning.message);
    return this.reader.takeEvents();
  }

  private component({ cells, place }: TableRow, ref: string): BomComponent | undefined {
    const draft = componentDraft({ ref, place });
    for (const [index, cell] of cells.entries()) {
      if (cell === '' || this.columns[index]?.read(cell, draft)) continue;
      const name = this.titles[index]?.trim() || 'column';
      draft.properties = [...draft.properties, { name, value: cell }];
    }
    return draft.name === '' ? undefined : draft;
  }
}

const partKinds: readonly PartKind[] = [
  'service',
  'vulnerability',
  'composition',
  'annotation',
  'formulation',
  'declaration',
  'definition',
  'citation',
  'file',
  'snippet',
  'extracted-license',
  'external-document',
  'relationship',
  'review',
  'element',
];

/** The rows of the components. Everything that has no column is reported. */
export async function* listRows(
  bom: BomSource,
  options: Pick<SerializeOptions, 'onLoss' | 'onElement'>,
): AsyncIterable<string[][]> {
  const { onLoss, onElement } = options;
  for await (const batch of bom.components()) {
    const rows = batch.map((component) => {
      onElement?.(componentLabel(component));
      reportFieldsWithoutColumn(component, onLoss);
      return listCells(component);
    });
    onElement?.('');
    yield rows;
  }
  reportLostHeaderFields(bom.header, null, onLoss);
  if (bom.subject) onLoss('subject');
  for await (const batch of bom.dependencies()) for (const { to } of batch) for (const _ of to) onLoss('dependencies');
  for await (const batch of bom.parts(...partKinds)) for (const { kind } of batch) onLoss(kind);
}
