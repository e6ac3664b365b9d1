import ts from 'typescript';
import { join, relative } from 'node:path';
import { projectRoot } from '../../src/platform/project-root.js';

export interface Statement {
  /** `src/sboms/sboms.repository.ts:42` */
  readonly location: string;
  /** Every text that the call can have; null where it cannot be known without running. */
  readonly texts: readonly string[] | null;
}

/** What an expression can be: texts, or lists of texts. */
type Value = string | readonly Value[];
type Scope = ReadonlyMap<ts.Symbol, readonly Value[] | ts.Expression>;

const sqlMethods = new Set(['query', 'one', 'run', 'batches']);
const pageFunctions = new Set(['pageOf', 'countOf']);
const sqlTypes = new Set(['Sql', 'DatabaseSession', 'BaseSql']);
/** More variants of one statement than this are not all of interest. */
const maxVariants = 64;

/** Finds every statement that `src` gives to `Sql`, with the text that it has, interpolated parts included. */
export class SqlStatements {
  private readonly program: ts.Program;
  private readonly checker: ts.TypeChecker;
  /** By the name that is called: only those of a name that is looked for are resolved, because that takes seconds. */
  private readonly calls = new Map<string, ts.CallExpression[]>();
  private readonly callsOf = new Map<ts.Symbol, readonly ts.CallExpression[]>();
  private depth = 0;

  constructor() {
    const config = ts.readConfigFile(join(projectRoot, 'tsconfig.json'), (path) => ts.sys.readFile(path));
    const { fileNames, options } = ts.parseJsonConfigFileContent(config.config, ts.sys, projectRoot);
    this.program = ts.createProgram(
      fileNames.filter((name) => name.startsWith(join(projectRoot, 'src'))),
      { ...options, noEmit: true },
    );
    this.checker = this.program.getTypeChecker();
  }

  all(): Statement[] {
    const found: ts.CallExpression[] = [];
    for (const file of this.program.getSourceFiles())
      if (file.fileName.startsWith(join(projectRoot, 'src')))
        this.visit(file, (call) => {
          const name = calledName(call);
          this.calls.set(name, [...(this.calls.get(name) ?? []), call]);
          if (this.isStatement(call)) found.push(call);
        });
    return found.map((call) => ({
      location: locationOf(call),
      texts: this.isPageStatement(call) ? null : this.textsOf(call.arguments[0]!),
    }));
  }

  private visit(node: ts.Node, onCall: (call: ts.CallExpression) => void): void {
    if (ts.isCallExpression(node)) onCall(node);
    ts.forEachChild(node, (child) => this.visit(child, onCall));
  }

  private isStatement(call: ts.CallExpression): boolean {
    const { expression, arguments: given } = call;
    if (this.isPageStatement(call)) return true;
    if (!ts.isPropertyAccessExpression(expression) || !sqlMethods.has(expression.name.text)) return false;
    return given.length > 0 && sqlTypes.has(this.checker.getTypeAtLocation(expression.expression).symbol?.name ?? '');
  }

  /** Pages and counts of lists: `platform/database/page.ts` joins their texts. */
  private isPageStatement({ expression }: ts.CallExpression): boolean {
    if (!ts.isIdentifier(expression) || !pageFunctions.has(expression.text)) return false;
    const declaration = this.symbolOf(expression)?.valueDeclaration;
    return declaration?.getSourceFile().fileName.endsWith('/platform/database/page.ts') ?? false;
  }

  private textsOf(node: ts.Expression): string[] | null {
    const values = this.evaluate(node, new Map());
    return values === null ? null : values.filter((value) => typeof value === 'string');
  }

  /** Null: not known without running. */
  private evaluate(node: ts.Expression, scope: Scope): readonly Value[] | null {
    if (this.depth > 40) return null;
    this.depth += 1;
    try {
      return this.evaluated(node, scope);
    } finally {
      this.depth -= 1;
    }
  }

  private evaluated(node: ts.Expression, scope: Scope): readonly Value[] | null {
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return [node.text];
    if (ts.isNumericLiteral(node)) return [String(Number(node.text.replaceAll('_', '')))];
    if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node))
      return this.evaluate(node.expression, scope);
    if (ts.isTemplateExpression(node))
      return node.templateSpans.reduce<readonly Value[] | null>(
        (texts, span) => joined(joined(texts, this.evaluate(span.expression, scope)), [span.literal.text]),
        [node.head.text],
      );
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken)
      return joined(this.evaluate(node.left, scope), this.evaluate(node.right, scope));
    if (ts.isConditionalExpression(node))
      return either(this.evaluate(node.whenTrue, scope), this.evaluate(node.whenFalse, scope));
    if (ts.isArrayLiteralExpression(node)) return this.list(node, scope);
    if (ts.isIdentifier(node)) return this.named(node, scope);
    if (ts.isPropertyAccessExpression(node)) return this.property(node, scope);
    if (ts.isCallExpression(node)) return this.called(node, scope);
    return this.numberType(node);
  }

  /** Where the type is a number, any will do; where it is a union of texts, each. */
  private numberType(node: ts.Expression): readonly Value[] | null {
    const type = this.checker.getTypeAtLocation(node);
    if (type.flags & ts.TypeFlags.NumberLike) return ['1'];
    const members = type.isUnion() ? type.types : [type];
    return members.every((member) => member.isStringLiteral()) ? members.map((member) => member.value) : null;
  }

  private list(node: ts.ArrayLiteralExpression, scope: Scope): readonly Value[] | null {
    const elements: Value[] = [];
    for (const element of node.elements) {
      const values = this.evaluate(ts.isSpreadElement(element) ? element.expression : element, scope);
      if (values?.length !== 1) return null;
      if (ts.isSpreadElement(element)) elements.push(...(values[0] as readonly Value[]));
      else elements.push(values[0]!);
    }
    return [elements];
  }

  private named(node: ts.Identifier, scope: Scope): readonly Value[] | null {
    const symbol = this.symbolOf(node);
    const inScope = symbol && scope.get(symbol);
    if (inScope) return isValues(inScope) ? inScope : null;
    return (symbol?.valueDeclaration && this.declared(symbol.valueDeclaration, scope)) ?? this.numberType(node);
  }

  private declared(declaration: ts.Declaration, scope: Scope): readonly Value[] | null {
    if (ts.isVariableDeclaration(declaration) && declaration.initializer) {
      const assigned = this.assignments(declaration, scope);
      const initial = this.evaluate(declaration.initializer, scope);
      return assigned === undefined ? initial : either(initial, assigned);
    }
    if (ts.isParameter(declaration)) return this.argument(declaration, (given) => given);
    if (ts.isBindingElement(declaration)) {
      const name = (declaration.propertyName ?? declaration.name).getText();
      const owner = declaration.parent.parent;
      if (ts.isParameter(owner)) return this.argument(owner, (given) => propertyOf(given, name));
      const member = owner.initializer && propertyOf(this.returned(owner.initializer) ?? owner.initializer, name);
      return member ? this.evaluate(member, scope) : null;
    }
    return null;
  }

  /** What a `let` becomes later; undefined where nothing is assigned to it. */
  private assignments(declaration: ts.VariableDeclaration, scope: Scope): readonly Value[] | null | undefined {
    const symbol = this.symbolOf(declaration.name as ts.Identifier);
    const block = declaration.parent.parent.parent;
    if ((declaration.parent.flags & ts.NodeFlags.Const) !== 0 || symbol === undefined) return undefined;
    const own: Scope = new Map([...scope, [symbol, this.evaluate(declaration.initializer!, scope) ?? []]]);
    let values: readonly Value[] | null | undefined;
    const look = (node: ts.Node): void => {
      if (ts.isBinaryExpression(node) && ts.isIdentifier(node.left) && this.symbolOf(node.left) === symbol) {
        const right = this.evaluate(node.right, own);
        const isAppended = node.operatorToken.kind === ts.SyntaxKind.PlusEqualsToken;
        const next = isAppended ? joined(own.get(symbol) as readonly Value[], right) : right;
        values = values === undefined ? next : either(values, next);
      }
      ts.forEachChild(node, look);
    };
    look(block);
    return values;
  }

  /** What callers give for a parameter. */
  private argument(
    parameter: ts.ParameterDeclaration,
    pick: (given: ts.Expression) => ts.Expression | null,
  ): readonly Value[] | null {
    const owner = parameter.parent;
    const name = ts.isVariableDeclaration(owner.parent) ? owner.parent.name : owner.name;
    const symbol = name && this.symbolOf(name);
    const index = owner.parameters.indexOf(parameter);
    let values: readonly Value[] | null = null;
    for (const call of symbol ? this.callsTo(symbol) : []) {
      const given = call.arguments[index] ?? parameter.initializer;
      const picked = given && pick(given);
      const next = picked ? this.evaluate(picked, new Map()) : null;
      if (next === null) return null;
      values = values === null ? next : either(values, next);
    }
    return values;
  }

  private callsTo(symbol: ts.Symbol): readonly ts.CallExpression[] {
    let found = this.callsOf.get(symbol);
    if (!found) {
      found = (this.calls.get(symbol.name) ?? []).filter((call) => this.symbolOf(call.expression) === symbol);
      this.callsOf.set(symbol, found);
    }
    return found;
  }

  private functionOf(work: ts.Expression, scope: Scope): ReturnType<typeof bodyOf> {
    const symbol = this.symbolOf(work);
    const given = symbol && scope.get(symbol);
    return bodyOf(work) ?? bodyOf(given && !isValues(given) ? given : symbol?.valueDeclaration);
  }

  /** The one expression that the called function returns. */
  private returned(node: ts.Expression): ts.Expression | null {
    if (!ts.isCallExpression(node)) return null;
    return bodyOf(this.symbolOf(node.expression)?.valueDeclaration)?.expression ?? null;
  }

  private property(node: ts.PropertyAccessExpression, scope: Scope): readonly Value[] | null {
    const declaration = this.symbolOf(node.name)?.valueDeclaration;
    if (declaration && ts.isPropertyAssignment(declaration)) return this.evaluate(declaration.initializer, scope);
    const given = this.givenToMaker(node);
    return (given && this.evaluate(given, scope)) ?? this.numberType(node);
  }

  /** What `defineJob` and others of its kind were given, as the `name` of a job. */
  private givenToMaker({ expression, name }: ts.PropertyAccessExpression): ts.Expression | null {
    const owner = this.symbolOf(expression)?.valueDeclaration;
    if (!owner || !ts.isVariableDeclaration(owner) || !owner.initializer || !ts.isCallExpression(owner.initializer))
      return null;
    const [given] = owner.initializer.arguments;
    return given ? propertyOf(given, name.text) : null;
  }

  private objectOf(node: ts.Expression): ts.ObjectLiteralExpression | null {
    const declaration = this.symbolOf(node)?.valueDeclaration;
    if (!declaration || !ts.isVariableDeclaration(declaration) || !declaration.initializer) return null;
    let object = declaration.initializer;
    while (ts.isAsExpression(object) || ts.isSatisfiesExpression(object)) object = object.expression;
    return ts.isObjectLiteralExpression(object) ? object : null;
  }

  private keys(node: ts.Expression): readonly Value[] | null {
    const object = this.objectOf(node);
    return object && [keysOf(object)];
  }

  private called(node: ts.CallExpression, scope: Scope): readonly Value[] | null {
    const { expression } = node;
    if (ts.isPropertyAccessExpression(expression)) {
      const lists = this.evaluate(expression.expression, scope);
      const name = expression.name.text;
      if (name === 'keys' && expression.expression.getText() === 'Object') return this.keys(node.arguments[0]!);
      if (name === 'join' && lists)
        return lists.map((list) => (list as readonly Value[]).join(this.textsOf(node.arguments[0]!)?.[0] ?? ','));
      if (name === 'map' && lists) return this.mapped(node.arguments[0]!, lists, scope);
      if (name === 'replaceAll' && lists) {
        const [from, to] = node.arguments.map((argument) => this.evaluate(argument, scope)?.[0]);
        return lists.map((text) => String(text).replaceAll(String(from), String(to)));
      }
    }
    const declaration = this.symbolOf(expression)?.valueDeclaration;
    const body = declaration && bodyOf(declaration);
    if (!body) return this.numberType(node);
    const inner = new Map(scope);
    for (const [index, parameter] of body.parameters.entries()) {
      const symbol = ts.isIdentifier(parameter.name) ? this.symbolOf(parameter.name) : undefined;
      const given = node.arguments[index] ?? parameter.initializer;
      const values = given && (isFunction(given) ? given : this.evaluate(given, scope));
      if (symbol && values) inner.set(symbol, values);
    }
    return this.evaluate(body.expression, inner);
  }

  private mapped(work: ts.Expression, lists: readonly Value[], scope: Scope): readonly Value[] | null {
    const body = this.functionOf(work, scope);
    const parameter = body?.parameters[0]?.name;
    const symbol = parameter && ts.isIdentifier(parameter) ? this.symbolOf(parameter) : undefined;
    if (!body || !symbol) return null;
    return lists.map((list) =>
      (list as readonly Value[]).map(
        (element) => this.evaluate(body.expression, new Map([...scope, [symbol, [element]]]))?.[0] ?? '',
      ),
    );
  }

  private symbolOf(node: ts.Node): ts.Symbol | undefined {
    const symbol = ts.isShorthandPropertyAssignment(node.parent)
      ? this.checker.getShorthandAssignmentValueSymbol(node.parent)
      : this.checker.getSymbolAtLocation(node);
    return symbol && symbol.flags & ts.SymbolFlags.Alias ? this.checker.getAliasedSymbol(symbol) : symbol;
  }
}

const locationOf = (node: ts.Node): string => {
  const file = node.getSourceFile();
  const { line } = file.getLineAndCharacterOfPosition(node.getStart());
  return `${relative(projectRoot, file.fileName)}:${line + 1}`;
};

/** The last name of what is called; a function that is imported under another name has none of its calls here. */
const calledName = ({ expression }: ts.CallExpression): string =>
  ts.isPropertyAccessExpression(expression) ? expression.name.text : ts.isIdentifier(expression) ? expression.text : '';

/** Parameters and the one expression of a function, where it is no more than that. */
function bodyOf(
  node: ts.Node | undefined,
): { parameters: ts.NodeArray<ts.ParameterDeclaration>; expression: ts.Expression } | null {
  const work = node && ts.isVariableDeclaration(node) ? node.initializer : node;
  if (!work || !(ts.isArrowFunction(work) || ts.isFunctionDeclaration(work)) || !work.body) return null;
  if (!ts.isBlock(work.body)) return { parameters: work.parameters, expression: work.body };
  const last = work.body.statements.at(-1);
  if (!last || !ts.isReturnStatement(last) || !last.expression) return null;
  return { parameters: work.parameters, expression: last.expression };
}

/** Spread object literals count as written out. */
const keysOf = (object: ts.ObjectLiteralExpression): string[] =>
  object.properties.flatMap((member) => {
    if (member.name) return [member.name.getText().replace(/^'|'$/g, '')];
    return ts.isSpreadAssignment(member) && ts.isObjectLiteralExpression(member.expression)
      ? keysOf(member.expression)
      : [];
  });

const isValues = (value: readonly Value[] | ts.Expression): value is readonly Value[] => Array.isArray(value);

const isFunction = (node: ts.Expression): boolean => ts.isArrowFunction(node);

function propertyOf(node: ts.Expression, name: string): ts.Expression | null {
  if (!ts.isObjectLiteralExpression(node)) return null;
  for (const member of node.properties) {
    if (ts.isPropertyAssignment(member) && member.name.getText() === name) return member.initializer;
    if (ts.isShorthandPropertyAssignment(member) && member.name.text === name) return member.name;
  }
  return null;
}

function joined(left: readonly Value[] | null, right: readonly Value[] | null): readonly Value[] | null {
  if (left === null || right === null) return null;
  return left.flatMap((one) => right.map((other) => `${String(one)}${String(other)}`)).slice(0, maxVariants);
}

const either = (left: readonly Value[] | null, right: readonly Value[] | null): readonly Value[] | null =>
  left && right && [...new Set([...left, ...right])];
