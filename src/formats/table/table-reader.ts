import type { BomComponent } from '../../model/document.js';
import { ErrorCells } from '../reading/error-cells.js';
import type { TableRow } from '../reading/stream-items.js';
import { isMonthDate, notVersion } from '../shared/component-list/column-samples.js';
import type { ComponentListReader } from '../shared/component-list/component-list-reader.js';
import { isTitle, repeatsHeader } from '../shared/component-list/header-rows.js';
import { columnsOf, type Column, type Header } from '../shared/component-list/header.js';
import { headerKey } from '../shared/component-list/mapped-columns.js';
import { componentFromRow, ecosystemProperty, isCutOff } from './component-row.js';
import { findingsOfRow, packageCells } from './finding-columns.js';
import { isRule } from './markdown-rows.js';

const sums =
  '(?:grand|sub)?[ -]?totals?|sum|summe|zwischensumme|gesamt|gesamtsumme|gesamtzahl|gesamtanzahl|somme|suma|totale|total g[ée]n[ée]ral|итого|всего|合計|合计|总计|總計|합계|총계';
const counts = '(?:total )?(?:number|count|nombre|número|numero|total)(?: (?:of|de|di))?|(?:gesamt)?anzahl(?: der)?';
const counted =
  'components?|packages?|entries|items|libraries|dependencies|komponenten|pakete|einträge|composants?|componentes?|componenti|件|個|个|项|項|개|건';
/** "Grand total:", "Total components: 12", "Anzahl Komponenten: 12", "Total: 12 packages", "Count: 2" */
const totals = new RegExp(
  `^(?:(?:${sums}|(?:${counts}) (?:${counted}))(?![\\p{L}])(?:[^\\p{L}\\d]*\\d+ *(?:${counted}))?|(?:${counts}) ?: ?(?=\\d)|\\d+ ?(?:${counted}))[^\\p{L}]*$`,
  'iu',
);

/** Nothing but a name and numbers: what has a version, an identifier or a licence is a component of that name. */
const isTotalsRow = ({ cells }: TableRow, columns: readonly Column[]): boolean =>
  cells.every((cell, index) => {
    const kind = columns[index]?.kind;
    return kind === undefined || kind === 'name' || /^\d*$/.test(cell.trim()) || totals.test(cell.trim());
  });

const unreadWarning = (count: number): string =>
  count === 1
    ? 'A row of another table stands above the header; it is not read'
    : `${count} rows of another table stand above the header, from here on; they are not read`;

const cutOffWarning = (count: number): string =>
  `${count === 1 ? 'A component has a name or version that is' : `${count} components, from here on, have names or versions that are`} cut off ("…"): such a name is not whole, and such a version is not known`;

const madeOfTextWarning = (count: number): string =>
  `${count === 1 ? 'A version is a number or date' : `${count} versions, from here on, are numbers or dates`} of the spreadsheet, which makes 1.1 of 1.10 and a date of 3-1: if so, give the column the format "text" and correct ${count === 1 ? 'it' : 'them'}`;

/** Reads the rows below one header of anybody's list. */
export class TableReader {
  private readonly columns: readonly Column[];
  private readonly refsByPackage = new Map<string, string>();
  private versions = 0;
  private readonly otherVersions = { UUIDs: 0, dates: 0 };
  private readonly cutOff = { count: 0, place: '' };
  private readonly madeOfText = { count: 0, place: '' };
  private readonly versionColumn: number;
  private readonly errors = new ErrorCells();

  constructor(
    private readonly reader: ComponentListReader,
    private readonly header: Header,
  ) {
    this.columns = header.columns;
    this.versionColumn = this.columns.findIndex(({ kind }) => kind === 'version');
    if (header.place !== null) reader.addColumns(headerKey(header.columns.map(({ name }) => name)), columnsOf(header));
    for (const { name, kind, source } of header.columns) {
      if (source !== 'guess') continue;
      const message = `The column "${name.slice(0, 80)}" was taken for the ${kind} of components; "mapping" corrects it`;
      reader.warn(header.place ?? '', message);
    }
    if (header.unread) reader.warn(header.unread.place, unreadWarning(header.unread.count));
  }

  /** Adds a row, unless it is something else: the header again, a total, a title. */
  add(read: TableRow): void {
    const row = this.errors.take(read);
    if (repeatsHeader(row, this.header) || isRule(row)) return;
    const first = row.cells.find((cell) => cell.trim() !== '')?.trim();
    if (first !== undefined && totals.test(first) && isTotalsRow(row, this.columns))
      this.reader.warn(row.place, `The row "${first}" sums up others; it is left out`);
    else if (isTitle(row, this.header))
      this.reader.warn(row.place, `The row "${first!.slice(0, 80)}" is a title over merged cells; it is left out`);
    else if (this.header.isOfFindings) this.addFinding(row);
    else this.reader.add(row, (ref) => this.componentOf(row, ref));
  }

  /** Warns of what only the whole list shows. */
  end(): void {
    const { cutOff, madeOfText } = this;
    if (cutOff.count > 0) this.reader.warn(cutOff.place, cutOffWarning(cutOff.count));
    if (madeOfText.count > 0) this.reader.warn(madeOfText.place, madeOfTextWarning(madeOfText.count));
    const { warning } = this.errors;
    if (warning) this.reader.warn(warning.place, warning.message);
    for (const [what, count] of Object.entries(this.otherVersions)) {
      if (count * 2 <= this.versions) continue;
      const { name } = this.columns.find(({ kind }) => kind === 'version')!;
      const advice = 'say with "mapping" which column holds the versions, or correct the list';
      this.reader.warn(
        this.header.place ?? '',
        `The column "${name.slice(0, 80)}" is read as version, but most of its cells are ${what}: ${advice}`,
      );
    }
  }

  private componentOf(row: TableRow, ref: string): BomComponent | undefined {
    const component = componentFromRow(row, this.columns, ref);
    if (component && (isCutOff(component.name) || isCutOff((row.cells[this.versionColumn] ?? '').trimEnd()))) {
      this.cutOff.count += 1;
      this.cutOff.place ||= row.place;
    }
    if (component && component.version !== '') {
      this.versions += 1;
      if (this.isMadeOfText(row, component.version)) {
        this.madeOfText.count += 1;
        this.madeOfText.place ||= row.place;
      }
      const other = notVersion(component.version);
      if (other) this.otherVersions[other] += 1;
    }
    return component;
  }

  private isMadeOfText({ typed, cells }: TableRow, version: string): boolean {
    if (isMonthDate(version) || /^\d{1,9},\d{1,9}$/.test(version)) return true;
    const isCell = !this.header.splitRow && cells[this.versionColumn] === version;
    return isCell && typed !== undefined && typed.includes(this.versionColumn);
  }

  /** Several findings of a package are one component. */
  private addFinding(row: TableRow): void {
    const ofPackage = packageCells(row, this.columns);
    const key = packageKey(componentFromRow(ofPackage, this.columns, ''));
    const known = key === undefined ? undefined : this.refsByPackage.get(key);
    const ref = known ?? this.reader.add(ofPackage, (own) => this.componentOf(ofPackage, own));
    if (ref === undefined) return;
    if (key !== undefined && known === undefined) this.refsByPackage.set(key, ref);
    for (const part of findingsOfRow(row, this.columns, ref)) this.reader.addPart(part);
  }
}

function packageKey(component: BomComponent | undefined): string | undefined {
  if (!component) return undefined;
  const { group, name, version, purls, properties } = component;
  const ecosystem = properties.find((property) => property.name === ecosystemProperty)?.value;
  return JSON.stringify([ecosystem, group, name, version, purls[0]]);
}
