import { type StreamItem, type StreamRules, largeElementNodes } from './stream-items.js';

const noChildren: XmlElement[] = [];

/** One XML element with all that is in it. Names are local names; `uri` is the namespace. */
export class XmlElement {
  private childElements = noChildren;
  /** Text and CDATA directly in the element, joined; empty where it is only the white space between children. */
  text = '';
  /** Number of the element in its document, from 1: tells elements of one line apart. */
  serial = 0;

  constructor(
    readonly name: string,
    readonly uri: string,
    /** By local name; an attribute in a namespace is `{uri}name`. Declarations of namespaces are left out. */
    readonly attributes: ReadonlyMap<string, string>,
    readonly line: number,
  ) {}

  get children(): readonly XmlElement[] {
    return this.childElements;
  }

  /** Most elements have no children, and so no list of them. */
  appendChild(child: XmlElement): void {
    if (this.childElements === noChildren) this.childElements = [child];
    else this.childElements.push(child);
  }

  /** Puts these in the place of the children that it has, and returns those. */
  replaceChildren(children: XmlElement[]): readonly XmlElement[] {
    const { childElements: own } = this;
    this.childElements = children;
    return own;
  }

  /** The first child of that local name. */
  child(name: string): XmlElement | undefined {
    return this.children.find((child) => child.name === name);
  }

  attribute(name: string): string | undefined {
    return this.attributes.get(name);
  }
}

/**
 * What an open element outside of a unit is: a `container` whose children are handed over one at a time (the root, or an
 * element opened because it is large), a streamed `list` in a container, or a `unit` that will be handed over whole.
 */
interface OpenElement {
  readonly element: XmlElement;
  role: 'container' | 'list' | 'unit';
  /** Rules for the children of a container, or for the elements of a list; of a unit, those it would have when opened. */
  rules: StreamRules;
  /** Elements in this unit so far. */
  nodes: number;
}

const noRules: StreamRules = {};

/** Puts the elements of an XML document together, and hands over those that `StreamRules` name as soon as they end. */
export class XmlSplitter {
  private readonly outer: OpenElement[] = [];
  /** The unit that is being put together, the last one of `outer`, and the open elements in it. */
  private unit: OpenElement | undefined;
  private readonly inner: XmlElement[] = [];
  private items: StreamItem<XmlElement>[] = [];

  constructor(private readonly rules: StreamRules) {}

  /** Everything completed since the last call, in document order. */
  take(): readonly StreamItem<XmlElement>[] {
    const { items } = this;
    this.items = [];
    return items;
  }

  get depth(): number {
    return this.outer.length + this.inner.length;
  }

  start(element: XmlElement): void {
    const { unit } = this;
    if (unit) {
      this.inner.push(element);
      unit.nodes += 1;
      if (unit.nodes === largeElementNodes && hasRules(unit.rules)) this.expandUnit(unit);
      return;
    }
    const parent = this.outer.at(-1);
    if (parent === undefined) {
      this.open('container', element, this.rules);
      this.items.push(item('root', element));
    } else if (parent.role === 'list') this.open('unit', element, parent.rules);
    else {
      const rules = ruleOf(parent.rules, element.name);
      this.open(rules ? 'list' : 'unit', element, rules ?? noRules);
    }
  }

  text(text: string): void {
    if (this.unit) (this.inner.at(-1) ?? this.unit.element).text += text;
  }

  end(): void {
    const element = this.inner.pop() ?? this.outer.at(-1)!.element;
    if (element.children.length > 0 && element.text.trim() === '') element.text = '';
    if (this.unit && element !== this.unit.element) (this.inner.at(-1) ?? this.unit.element).appendChild(element);
    else this.close(this.outer.pop()!);
  }

  private open(role: OpenElement['role'], element: XmlElement, rules: StreamRules): void {
    const open = { element, role, rules, nodes: 0 };
    this.outer.push(open);
    if (role === 'unit') this.unit = open;
  }

  private close({ element, role }: OpenElement): void {
    const parent = this.outer.at(-1);
    if (parent === undefined || role === 'list') return;
    if (role === 'container') this.items.push(item('close', element, parent.element.name));
    else {
      this.unit = undefined;
      this.emit(element, parent);
    }
  }

  private emit(element: XmlElement, parent: OpenElement): void {
    if (parent.role === 'list') this.items.push(item('element', element, parent.element.name));
    else if (this.outer.length === 1) this.items.push(item('member', element));
    else parent.element.appendChild(element);
  }

  /** The unit at hand has grown large: hand over what its lists hold so far, and everything more as it comes. */
  private expandUnit(unit: OpenElement): void {
    unit.role = 'container';
    this.unit = undefined;
    this.items.push(item('open', unit.element, this.outer.at(-2)!.element.name));
    const own: XmlElement[] = [];
    for (const child of unit.element.replaceChildren(own))
      if (ruleOf(unit.rules, child.name)) this.emitChildren(child);
      else own.push(child);
    const [first, second] = this.inner as [XmlElement, XmlElement?];
    const rules = ruleOf(unit.rules, first.name);
    this.open(rules ? 'list' : 'unit', first, rules ?? noRules);
    if (rules) this.emitChildren(first);
    if (rules && second) this.open('unit', second, rules);
    this.inner.splice(0, rules ? 2 : 1);
  }

  /** What a list holds so far. */
  private emitChildren(list: XmlElement): void {
    for (const element of list.replaceChildren([])) this.items.push(item('element', element, list.name));
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
