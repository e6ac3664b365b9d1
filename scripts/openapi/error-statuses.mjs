import ts from 'typescript';

/** Finds the statuses of the errors that a method can throw, with everything of `src` that it calls. */
export class ErrorStatuses {
  /** By function: the statuses it throws itself, and the functions it calls. */
  #functions = new Map();

  constructor(checker) {
    this.checker = checker;
  }

  /** @returns {number[]} */
  of(method) {
    const seen = new Set();
    const statuses = new Set();
    for (const open = [method]; open.length > 0;) {
      const next = open.pop();
      if (seen.has(next)) continue;
      seen.add(next);
      const { thrown, called } = this.#look(next);
      for (const status of thrown) statuses.add(status);
      open.push(...called);
    }
    return [...statuses].sort();
  }

  #look(declaration) {
    const known = this.#functions.get(declaration);
    if (known) return known;
    const found = { thrown: [], called: [] };
    this.#functions.set(declaration, found);
    const visit = (node) => {
      if (ts.isNewExpression(node)) found.thrown.push(...this.#thrownBy(node));
      if (ts.isNewExpression(node) || ts.isCallExpression(node)) {
        const called = [this.checker.getResolvedSignature(node)?.declaration, ...this.#passed(node)];
        found.called.push(...called.filter((each) => each?.body && isOurs(each)));
      }
      ts.forEachChild(node, visit);
    };
    if (declaration.body) visit(declaration.body);
    return found;
  }

  #thrownBy({ expression, arguments: [first] = [] }) {
    const name = expression.getText();
    if (name === 'TransientError') return [503];
    // A document that cannot be read, or that is larger than a limit (errorResponse).
    if (name === 'FormatError') return [413, 422];
    if (name !== 'CallerError' || !first) return [];
    const type = this.checker.getTypeAtLocation(first);
    const types = type.isUnion() ? type.types : [type];
    return types.map((each) => {
      if (each.isNumberLiteral()) return each.value;
      throw new Error(`The status of ${first.parent.getText()} is not a literal type`);
    });
  }

  /** Functions that are arguments, by their name. */
  #passed({ arguments: passed = [] }) {
    return passed.filter(ts.isIdentifier).flatMap((identifier) => {
      const symbol = this.checker.getSymbolAtLocation(identifier);
      const target = symbol && symbol.flags & ts.SymbolFlags.Alias ? this.checker.getAliasedSymbol(symbol) : symbol;
      const declaration = target?.valueDeclaration;
      return declaration && ts.isVariableDeclaration(declaration) ? [declaration.initializer] : [declaration];
    });
  }
}

const isOurs = (node) => !node.getSourceFile().isDeclarationFile;
