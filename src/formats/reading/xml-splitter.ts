import type { StreamItem, StreamRules } from './streaming.js';
import { largeElementNodes } from './streaming.js';
import type { XmlElement } from './xml-element.js';

/**
 * What an open element is: a `container` whose children are handed over one at a time (the root, or an element opened
 * because it is large), a streamed `list` in a container, a `unit` that will be handed over whole, or something `inner`.
 */
interface Open {
  readonly element: XmlElement;
  role: 'container' | 'list' | 'unit' | 'inner';
  /** Rules for the children of a container, or for the elements of a list; of a unit, those it would have when opened. */
  rules: StreamRules;
  /** Elements in this unit so far. */
  nodes: number;
}

const none: StreamRules = {};

/** Puts the elements of an XML document together, and hands over those that `StreamRules` name as soon as they end. */
export class XmlSplitter {
  private readonly stack: Open[] = [];
  /** Index in the stack of the unit that is being put together, or -1. */
  private unit = -1;
  private items: StreamItem<XmlElement>[] = [];

  constructor(private readonly rules: StreamRules) {}

  /** Everything completed since the last call, in document order. */
  take(): readonly StreamItem<XmlElement>[] {
    const { items } = this;
    this.items = [];
    return items;
  }

  get depth(): number {
    return this.stack.length;
  }

  start(element: XmlElement): void {
    const parent = this.stack.at(-1);
    if (parent === undefined) {
      this.stack.push({ element, role: 'container', rules: this.rules, nodes: 0 });
      this.items.push(item('root', element));
      return;
    }
    if (this.unit < 0) {
      const role = parent.role === 'container' && ruleOf(parent.rules, element.name) ? 'list' : 'unit';
      const rules = parent.role === 'list' ? parent.rules : (ruleOf(parent.rules, element.name) ?? none);
      if (role === 'unit') this.unit = this.stack.length;
      this.stack.push({ element, role, rules, nodes: 0 });
      return;
    }
    this.stack.push({ element, role: 'inner', rules: none, nodes: 0 });
    const unit = this.stack[this.unit]!;
    unit.nodes += 1;
    if (unit.nodes === largeElementNodes && hasRules(unit.rules)) this.openUp();
  }

  text(text: string): void {
    if (this.unit >= 0) this.stack.at(-1)!.element.text += text;
  }

  end(): void {
    const { element, role } = this.stack.pop()!;
    if (element.children.length > 0 && element.text.trim() === '') element.text = '';
    const parent = this.stack.at(-1);
    if (parent === undefined || role === 'list') return;
    if (role === 'container') {
      this.items.push(item('close', element, parent.element.name));
    } else if (role === 'inner') {
      parent.element.children.push(element);
    } else {
      this.unit = -1;
      this.handOver(element, parent);
    }
  }

  private handOver(element: XmlElement, parent: Open): void {
    if (parent.role === 'list') this.items.push(item('element', element, parent.element.name));
    else if (this.stack.length === 1) this.items.push(item('member', element));
    else parent.element.children.push(element);
  }

  /** The unit at hand has grown large: hand over what its lists hold so far, and everything more as it comes. */
  private openUp(): void {
    const index = this.unit;
    const unit = this.stack[index]!;
    unit.role = 'container';
    this.unit = -1;
    this.items.push(item('open', unit.element, this.stack[index - 1]!.element.name));
    const own: XmlElement[] = [];
    for (const child of unit.element.children) {
      if (!ruleOf(unit.rules, child.name)) own.push(child);
      else for (const element of child.children) this.items.push(item('element', element, child.name));
    }
    unit.element.children.splice(0, Infinity, ...own);
    const list = this.stack[index + 1];
    if (list === undefined) return;
    const rules = ruleOf(unit.rules, list.element.name);
    if (rules === undefined) {
      list.role = 'unit';
      this.unit = index + 1;
      return;
    }
    list.role = 'list';
    list.rules = rules;
    for (const element of list.element.children.splice(0)) this.items.push(item('element', element, list.element.name));
    const next = this.stack[index + 2];
    if (next === undefined) return;
    next.role = 'unit';
    next.rules = rules;
    this.unit = index + 2;
  }
}

const item = (
  kind: StreamItem<XmlElement>['kind'],
  element: XmlElement,
  name = element.name,
): StreamItem<XmlElement> => ({
  kind,
  name,
  place: `line ${element.line}`,
  value: element,
});

const ruleOf = (rules: StreamRules, name: string): StreamRules | undefined =>
  Object.hasOwn(rules, name) ? rules[name] : undefined;

const hasRules = (rules: StreamRules): boolean => Object.keys(rules).length > 0;
