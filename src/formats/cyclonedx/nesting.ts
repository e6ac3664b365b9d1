import type { BomComponent, JsonObject } from '../../model/document.js';
import type { SerializeOptions } from '../format.js';
import { componentLabel } from '../losses.js';
import type { DocumentEncoder } from './encoder.js';

/** Restores the nesting of components, which come in document order: each parent before its children. */
export class NestedComponentWriter {
  private pending: { component: BomComponent; json: JsonObject } | undefined;
  private readonly openRefs: string[] = [];
  private isFirst = true;
  private isEmpty = true;

  constructor(
    private readonly encoder: DocumentEncoder,
    private readonly subjectRef: string | undefined,
    private readonly options: Pick<SerializeOptions, 'onLoss' | 'onElement'>,
  ) {}

  add(component: BomComponent, json: JsonObject): string {
    const parent = component.parentRef === this.subjectRef ? null : component.parentRef;
    let text = this.flush(parent !== null && parent === this.pending?.component.ref);
    this.options.onElement?.(componentLabel(component));
    const level = parent === null ? 0 : this.openRefs.indexOf(parent) + 1;
    if (parent !== null && level === 0) this.options.onLoss('nesting');
    text += this.close(level);
    this.pending = { component, json };
    return text;
  }

  end(): string {
    const text = this.flush(false) + this.close(0);
    return this.isEmpty ? text : text + this.encoder.listEnd('components');
  }

  private flush(hasChildren: boolean): string {
    if (this.pending === undefined) return '';
    const { component, json } = this.pending;
    this.options.onElement?.(componentLabel(component));
    const text = this.encoder.component(json, { depth: this.openRefs.length, isFirst: this.isFirst, hasChildren });
    this.isEmpty = false;
    this.isFirst = hasChildren;
    if (hasChildren) this.openRefs.push(component.ref);
    this.pending = undefined;
    return text;
  }

  private close(level: number): string {
    let text = '';
    while (this.openRefs.length > level) {
      this.openRefs.pop();
      text += this.encoder.nestedEnd(this.openRefs.length);
    }
    return text;
  }
}
