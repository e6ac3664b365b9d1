import type { BomComponent, JsonObject } from '../../model/document.js';
import type { Encoder } from './encoder.js';

/** Nests components again that come after the one they were nested in, each parent before what is in it. */
export class Nesting {
  private waiting: { component: BomComponent; json: JsonObject } | undefined;
  private readonly open: string[] = [];
  private isFirst = true;
  private isEmpty = true;

  constructor(
    private readonly encoder: Encoder,
    private readonly subjectRef: string | undefined,
    private readonly onLoss: (what: string) => void,
  ) {}

  add(component: BomComponent, json: JsonObject): string {
    const parent = component.parentRef === this.subjectRef ? null : component.parentRef;
    let text = this.flush(parent !== null && parent === this.waiting?.component.ref);
    const level = parent === null ? 0 : this.open.indexOf(parent) + 1;
    if (parent !== null && level === 0) this.onLoss('nesting');
    text += this.close(level);
    this.waiting = { component, json };
    return text;
  }

  end(): string {
    const text = this.flush(false) + this.close(0);
    return this.isEmpty ? text : text + this.encoder.listEnd('components');
  }

  private flush(opens: boolean): string {
    if (this.waiting === undefined) return '';
    const { component, json } = this.waiting;
    const text = this.encoder.component(json, { depth: this.open.length, isFirst: this.isFirst, opens });
    this.isEmpty = false;
    this.isFirst = opens;
    if (opens) this.open.push(component.ref);
    this.waiting = undefined;
    return text;
  }

  private close(level: number): string {
    let text = '';
    while (this.open.length > level) {
      this.open.pop();
      text += this.encoder.nestedEnd(this.open.length);
    }
    return text;
  }
}
