/**
 * Makes every `if (…) throw notFound(…)` and `throw forbidden(…)` of the sources a guard that can be taken out while the
 * tests run: `globalThis.guardStands(place)` is asked besides. For the mutation run only (see `transformer.cjs`).
 */
const { relative, sep } = require('node:path');
const ts = require('typescript');

const refusals = new Set(['notFound', 'forbidden']);

function withGuardSites(source, filename, root) {
  const file = ts.createSourceFile(filename, source, ts.ScriptTarget.Latest, true);
  const path = relative(root, filename).split(sep).join('/');
  const edits = [];
  const visit = (node) => {
    if (ts.isIfStatement(node) && isRefusal(node.thenStatement)) {
      const line = file.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      edits.push([node.expression.getStart(), '(']);
      edits.push([node.expression.getEnd(), `) && (globalThis.guardStands?.('${path}:${line} if') ?? true)`]);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  let text = source;
  for (const [at, added] of edits.sort((one, other) => other[0] - one[0]))
    text = text.slice(0, at) + added + text.slice(at);
  return text;
}

function isRefusal(statement) {
  const only = ts.isBlock(statement) && statement.statements.length === 1 ? statement.statements[0] : statement;
  if (!ts.isThrowStatement(only) || !ts.isCallExpression(only.expression)) return false;
  return refusals.has(only.expression.expression.getText());
}

module.exports = { withGuardSites };
