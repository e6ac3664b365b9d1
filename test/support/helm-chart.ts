import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dump, load, loadAll } from 'js-yaml';

/**
 * Renders a chart as `helm template` does, as far as the templates of our chart go: `if`/`else`/`end`, `range`,
 * `define`/`include`, variables, and the functions below. Anything else is an error, so that a template which uses more
 * fails here and is not rendered wrongly.
 */
export function renderChart(folder: string, values: object = {}, release = 'stocktake'): Record<string, any>[] {
  const read = (file: string): string => readFileSync(join(folder, file), 'utf8');
  const chart = load(read('Chart.yaml')) as { appVersion: string };
  const root = {
    Values: merged(load(read('values.yaml')), values),
    Release: { Name: release },
    Chart: { AppVersion: String(chart.appVersion) },
  };
  const files = readdirSync(join(folder, 'templates'));
  const renderer = new Renderer();
  const trees = files.map((file) => ({ file, tree: parse(read(join('templates', file))) }));
  for (const { tree } of trees) renderer.define(tree);
  return trees.flatMap(({ file, tree }) => {
    if (file.startsWith('_')) return [];
    const text = renderer.render(tree, { dot: root, variables: new Map([['$', root]]) });
    return (loadAll(text) as (Record<string, any> | null | undefined)[]).filter(
      (one) => one !== null && one !== undefined,
    ) as Record<string, any>[];
  });
}

function merged(base: any, over: any): any {
  if (over === undefined) return base;
  if (base === null || typeof base !== 'object' || Array.isArray(base) || typeof over !== 'object') return over;
  return Object.fromEntries(
    [...new Set([...Object.keys(base), ...Object.keys(over)])].map((key) => [key, merged(base[key], over[key])]),
  );
}

type Node = string | { action: string; body: Node[]; otherwise: Node[] };

interface Scope {
  readonly dot: any;
  readonly variables: Map<string, any>;
}

function parse(text: string): Node[] {
  const pieces: { text: string; isAction: boolean }[] = [];
  let from = 0;
  let trimNext = false;
  for (const match of text.matchAll(/\{\{(-?)\s([^]*?)\s(-?)\}\}|\{\{(-?)\s*([^{}]*?)\s*(-?)\}\}/g)) {
    let before = text.slice(from, match.index);
    if (trimNext) before = before.trimStart();
    if (match[1] || match[4]) before = before.trimEnd();
    pieces.push({ text: before, isAction: false }, { text: (match[2] ?? match[5])!.trim(), isAction: true });
    trimNext = Boolean(match[3] || match[6]);
    from = match.index + match[0].length;
  }
  pieces.push({ text: trimNext ? text.slice(from).trimStart() : text.slice(from), isAction: false });
  let at = 0;
  const block = (): Node[] => {
    const nodes: Node[] = [];
    for (; at < pieces.length; at += 1) {
      const { text: piece, isAction } = pieces[at]!;
      if (!isAction) nodes.push(piece);
      else if (piece === 'end' || piece === 'else') return nodes;
      else {
        const opens = /^(if|range|define)\s/.test(piece);
        const node = { action: piece, body: [] as Node[], otherwise: [] as Node[] };
        if (opens) {
          at += 1;
          node.body = block();
          if (pieces[at]?.text === 'else') {
            at += 1;
            node.otherwise = block();
          }
        }
        nodes.push(node);
      }
    }
    return nodes;
  };
  return block();
}

const isTrue = (value: any): boolean => (Array.isArray(value) ? value.length > 0 : Boolean(value));

class Renderer {
  private readonly templates = new Map<string, Node[]>();

  define(nodes: readonly Node[]): void {
    for (const node of nodes) {
      const name = typeof node === 'string' ? undefined : /^define "([^"]+)"$/.exec(node.action)?.[1];
      if (name) this.templates.set(name, (node as Exclude<Node, string>).body);
    }
  }

  render(nodes: readonly Node[], scope: Scope): string {
    return nodes.map((node) => (typeof node === 'string' ? node : this.action(node, scope))).join('');
  }

  private action(node: Exclude<Node, string>, scope: Scope): string {
    const [word] = node.action.split(/\s/, 1);
    const rest = node.action.slice(word!.length).trim();
    if (word === 'define') return '';
    if (word === 'if')
      return this.render(isTrue(this.evaluate(rest, scope)) ? node.body : node.otherwise, {
        ...scope,
        variables: new Map(scope.variables),
      });
    if (word === 'range') return this.range(rest, node, scope);
    const assigned = /^(\$\w+)\s*:=\s*([^]+)$/.exec(node.action);
    if (assigned) {
      scope.variables.set(assigned[1]!, this.evaluate(assigned[2]!, scope));
      return '';
    }
    const value = this.evaluate(node.action, scope);
    if (value === undefined || value === null) throw new Error(`{{ ${node.action} }} has no value`);
    return String(value);
  }

  private range(rest: string, node: Exclude<Node, string>, scope: Scope): string {
    const [, first, second, expression] = /^(\$\w+)(?:\s*,\s*(\$\w+))?\s*:=\s*([^]+)$/.exec(rest)!;
    const found = this.evaluate(expression!, scope);
    return Object.entries(found as object)
      .map(([key, value]) => {
        const variables = new Map(scope.variables);
        if (second) variables.set(first!, key).set(second, value);
        else variables.set(first!, value);
        return this.render(node.body, { dot: value, variables });
      })
      .join('');
  }

  private evaluate(expression: string, scope: Scope): any {
    const tokens = expression.match(/"(?:[^"\\]|\\.)*"|[()|]|[^\s()|]+/g) ?? [];
    let at = 0;
    const operand = (): any => {
      const token = tokens[at++]!;
      if (token === '(') {
        const value = pipeline();
        at += 1;
        return value;
      }
      if (token.startsWith('"')) return JSON.parse(token);
      if (/^-?\d+$/.test(token)) return Number(token);
      if (token === 'true' || token === 'false') return token === 'true';
      if (/^[.$]/.test(token)) return this.path(token, scope);
      throw new Error(`${token} in {{ ${expression} }} is not understood`);
    };
    const command = (piped: any[]): any => {
      const name = tokens[at]!;
      if (!/^[a-zA-Z]+$/.test(name) || name === 'true' || name === 'false') return operand();
      at += 1;
      const given: any[] = [];
      while (at < tokens.length && tokens[at] !== '|' && tokens[at] !== ')') given.push(operand());
      return this.call(name, [...given, ...piped]);
    };
    const pipeline = (): any => {
      let value = command([]);
      while (tokens[at] === '|') {
        at += 1;
        value = command([value]);
      }
      return value;
    };
    return pipeline();
  }

  private path(token: string, { dot, variables }: Scope): any {
    const [start = '', ...names] = token.split('.');
    if (start !== '' && !variables.has(start)) throw new Error(`There is no variable ${start}`);
    return names
      .filter((name) => name !== '')
      .reduce((value, name) => value?.[name], start === '' ? dot : variables.get(start));
  }

  private call(name: string, given: any[]): any {
    const [first, second] = given;
    switch (name) {
      case 'quote':
        return JSON.stringify(String(first));
      case 'default':
        return isTrue(second) ? second : first;
      case 'list':
        return given;
      case 'index':
        return first[second];
      case 'eq':
        return first === second;
      case 'not':
        return !isTrue(first);
      case 'and':
        return given.reduce((all, one) => (isTrue(all) ? one : all));
      case 'toYaml':
        return dump(first).trimEnd();
      case 'nindent':
        return `\n${String(second).replace(/^(?=.)/gm, ' '.repeat(first))}`;
      case 'include':
        if (!this.templates.has(first)) throw new Error(`There is no template ${first}`);
        return this.render(this.templates.get(first)!, { dot: second, variables: new Map([['$', second]]) }).trim();
      default:
        throw new Error(`The function ${name} is not rendered here`);
    }
  }
}
