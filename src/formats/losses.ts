import type { BomComponent, BomPart, JsonObject } from '../model/document.js';

/** Reports something that the target cannot carry. `path` leads to it within its element. */
export type OnLoss = (what: string, path?: readonly (string | number)[]) => void;

/** What is being written, for people: "log4j-core 2.14.1", "vulnerability CVE-2021-44228"; empty: the document. */
export type OnElement = (element: string) => void;

/** Where something was lost. */
export interface LossPlace {
  /** The component with its version, or another element with its id; empty: the document itself, or all of a kind. */
  readonly element: string;
  /** Path of the field within the element. */
  readonly field: string;
}

/** Something that the target format cannot hold. */
export interface Loss {
  readonly what: string;
  readonly count: number;
  /** The first places, at most five. */
  readonly places: readonly LossPlace[];
}

const maxPlaces = 5;
const maxText = 200;

/** Groups the losses of one document by what was lost. */
export class LossLog {
  private readonly found = new Map<string, { count: number; places: LossPlace[] }>();
  private element = '';

  readonly onElement: OnElement = (element) => void (this.element = element);

  readonly onLoss: OnLoss = (what, path = []) => {
    const group = this.groupOf(what);
    group.count += 1;
    if (group.places.length < maxPlaces) this.addPlace(group.places, what, path);
  };

  /** Adds what another log has, as it was after this one. */
  add(losses: readonly Loss[]): void {
    for (const { what, count, places } of losses) {
      const group = this.groupOf(what);
      group.count += count;
      group.places.push(...places.slice(0, maxPlaces - group.places.length));
    }
  }

  /** Sorted. */
  get list(): Loss[] {
    return [...this.found].map(([what, group]) => ({ what, ...group })).sort((a, b) => (a.what < b.what ? -1 : 1));
  }

  private groupOf(what: string): { count: number; places: LossPlace[] } {
    const found = this.found.get(what) ?? { count: 0, places: [] };
    this.found.set(what, found);
    return found;
  }

  private addPlace(places: LossPlace[], what: string, path: readonly (string | number)[]): void {
    const element = this.element.slice(0, maxText).toWellFormed();
    const field = (path.length === 0 ? what : path.join('.')).slice(0, maxText).toWellFormed();
    if (!places.some((one) => one.element === element && one.field === field)) places.push({ element, field });
  }
}

export const componentLabel = ({ name, version }: Pick<BomComponent, 'name' | 'version'>): string =>
  version === '' ? name : `${name} ${version}`;

export const partLabel = ({ kind, ref, data }: BomPart): string => elementLabel(kind, { ref: ref ?? null, ...data });

const namingMembers = ['id', 'SPDXID', 'spdxId', 'bom-ref', 'ref', 'name', 'licenseId'] as const;

/** An element in its JSON form: a package by name and version, anything else by kind and id. */
export function elementLabel(kind: string, data: JsonObject): string {
  if (kind === 'package' && typeof data.name === 'string')
    return componentLabel({ name: data.name, version: typeof data.versionInfo === 'string' ? data.versionInfo : '' });
  for (const name of namingMembers) if (typeof data[name] === 'string') return `${kind} ${data[name]}`;
  return kind;
}
