import type { BomColumn, BomComponent, BomEvent, BomPart } from '../../../model/document.js';
import { FormatError, type ParseLimits } from '../../format.js';
import { RefSet } from '../ref-set.js';
import type { TableRow } from '../../reading/stream-items.js';

/** Gathers the components of rows. Rows that hold nothing are passed over; those that name no component are counted for one warning, at `end`. */
export class ComponentListReader {
  private readonly refs = new RefSet();
  private events: BomEvent[] = [];
  private count = 0;
  private nameless = 0;
  private firstNameless = '';

  constructor(private readonly limits: ParseLimits) {}

  warn(place: string, message: string): void {
    this.events.push({ type: 'warning', warning: { place, message } });
  }

  addColumns(header: string, columns: readonly BomColumn[]): void {
    this.events.push({ type: 'columns', header, columns });
  }

  addPart(part: BomPart): void {
    this.events.push({ type: 'part', part });
  }

  takeEvents(): BomEvent[] {
    const events = this.events;
    this.events = [];
    return events;
  }

  /**
   * @param read makes the component of the row, with the ref that it has unless the row gives one
   * @returns the ref of the component; undefined where the row is none
   * @throws FormatError `limit`
   */
  add(row: TableRow, read: (ref: string) => BomComponent | undefined): string | undefined {
    if (row.cells.every((cell) => cell.trim() === '')) return undefined;
    const ownRef = `row-${++this.count}`;
    const component = read(ownRef);
    if (!component) {
      this.nameless += 1;
      this.firstNameless ||= row.place;
      return undefined;
    }
    this.checkLengths(component);
    if (this.count > this.limits.maxComponents) {
      throw new FormatError(
        'limit',
        `There are more components than the limit of ${this.limits.maxComponents}`,
        row.place,
      );
    }
    const unique = this.withUniqueRef(component, ownRef);
    this.events.push({ type: 'component', component: unique });
    return unique.ref;
  }

  end(): void {
    if (this.nameless === 0) return;
    const rows = this.nameless === 1 ? 'The row names' : `${this.nameless} rows name`;
    this.warn(this.firstNameless, `${rows} no component; ${this.nameless === 1 ? 'it is' : 'they are'} left out`);
  }

  private withUniqueRef(component: BomComponent, ownRef: string): BomComponent {
    if (this.refs.add(component.ref)) return component;
    this.warn(component.place, `The reference "${component.ref.slice(0, 80)}" is given twice; the row got its own`);
    this.refs.add(ownRef);
    return { ...component, ref: ownRef };
  }

  private checkLengths({ ref, name, version, purls, cpes, place }: BomComponent): void {
    const limit = this.limits.maxNameLength;
    if ([ref, name, version, ...purls, ...cpes].some((text) => text.length > limit)) {
      throw new FormatError('limit', `A name, version or identifier is longer than ${limit} characters`, place);
    }
  }
}
