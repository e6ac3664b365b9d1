import type { BomWarning, JsonObject } from '../../../model/document.js';
import { ErrorCells } from '../../reading/error-cells.js';
import type { TableRow } from '../../reading/stream-items.js';
import type { WrittenCell } from '../../writing/sheet-xml.js';
import type { SheetColumn } from './cells.js';
import type { SheetDefinition } from './sheets.js';

const key = (title: string): string => title.trim().toLowerCase().replace(/\s+/g, ' ');

/** Reads the rows of one sheet. Columns may be missing or in any order. */
export class SheetReader {
  private columns: readonly (SheetColumn | undefined)[] | undefined;
  private readonly errors = new ErrorCells();

  constructor(
    private readonly definition: SheetDefinition,
    private readonly extensionColumns: readonly SheetColumn[],
    private readonly onWarning: (warning: BomWarning) => void,
  ) {}

  /** The element of a row; undefined for the header and for empty rows. */
  read(row: TableRow): JsonObject | undefined {
    const { cells, place } = this.errors.take(row);
    if (!this.columns) {
      this.columns = this.readHeader(cells, place);
      return undefined;
    }
    const data: JsonObject = {};
    for (let index = 0; index < cells.length; index++) {
      const cell = cells[index]!;
      if (cell !== '') this.columns[index]?.read(cell, data);
    }
    return Object.keys(data).length > 0 ? data : undefined;
  }

  /** Warns of what only the whole sheet shows. */
  end(): void {
    const { warning } = this.errors;
    if (warning) this.onWarning(warning);
  }

  private readHeader(cells: readonly string[], place: string): (SheetColumn | undefined)[] {
    const known = new Map(
      [...this.definition.columns, ...this.extensionColumns].map((column) => [key(column.title), column]),
    );
    return cells.map((title) => {
      const column = known.get(key(title));
      if (!column && title.trim() !== '' && !/^(?:optional )?user defined/.test(key(title))) {
        this.onWarning({
          place,
          message: `The column "${title.slice(0, 60)}" is not a column of SPDX; it was skipped`,
        });
      }
      return column;
    });
  }
}

/** The header of a sheet: the official columns, then the extension columns. */
export function titlesOf({ columns, userDefined }: SheetDefinition, own: readonly SheetColumn[] = []): string[] {
  return [
    ...columns.map(({ title }) => title),
    ...(userDefined === '' ? [] : [userDefined]),
    ...own.map(({ title }) => title),
  ];
}

/** The cells of `titlesOf`. */
export function cellsOf(shape: SheetDefinition, data: JsonObject, own: readonly SheetColumn[] = []): WrittenCell[] {
  const cells: WrittenCell[] = [];
  for (const column of shape.columns) cells.push(column.write(data));
  if (shape.userDefined !== '') cells.push('');
  for (const column of own) cells.push(column.write(data));
  return cells;
}

/** Reports the members of an element that its sheet has no column for. */
export function reportMembersWithoutColumn(
  shape: SheetDefinition,
  data: JsonObject,
  elsewhere: ReadonlySet<string>,
  onLoss: (what: string) => void,
): void {
  const held = membersOf(shape);
  for (const name in data) if (!held.has(name) && !elsewhere.has(name)) onLoss(name);
}

const columnMembers = new WeakMap<SheetDefinition, ReadonlySet<string>>();

function membersOf(shape: SheetDefinition): ReadonlySet<string> {
  let members = columnMembers.get(shape);
  if (!members) columnMembers.set(shape, (members = new Set(shape.columns.flatMap((column) => column.members))));
  return members;
}
