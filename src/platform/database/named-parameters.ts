/** Values of a statement's parameters: `$orgId` in the text is the member `orgId` here. */
export type SqlParameters = Readonly<Record<string, unknown>>;

interface ParsedStatement {
  /** The text with `$1`, `$2` … as PostgreSQL takes it. */
  readonly text: string;
  readonly names: readonly string[];
}

/** Texts parsed already; statements with interpolated parts would fill it without end. */
const parsed = new Map<string, ParsedStatement>();
const maxParsed = 2_000;

/** Quoted strings and comments are skipped; dollar quotes (`$body$`) are no parameters. */
const tokens = /'(?:[^']|'')*'|--.*|\$(\d+|[A-Za-z]\w*(?!\w*\$))/g;

/**
 * The statement in the form that the driver takes.
 *
 * @throws Error where the text and the object do not have exactly the same names
 */
export function bindParameters(text: string, parameters: SqlParameters): { text: string; values: unknown[] } {
  const statement = parsed.get(text) ?? parse(text);
  const given = Object.keys(parameters).length;
  const values = statement.names.map((name) => {
    if (!Object.hasOwn(parameters, name)) throw new Error(`No value for the parameter $${name} of: ${text}`);
    return parameters[name];
  });
  if (given > values.length) {
    const unused = Object.keys(parameters).filter((name) => !statement.names.includes(name));
    throw new Error(`The statement has no parameter $${unused.join(', $')}: ${text}`);
  }
  return { text: statement.text, values };
}

function parse(text: string): ParsedStatement {
  const names: string[] = [];
  const positional = text.replace(tokens, (token, name: string | undefined) => {
    if (name === undefined) return token;
    if (/^\d/.test(name)) throw new Error(`Name the parameter ${token}: ${text}`);
    const known = names.indexOf(name);
    return `$${known < 0 ? names.push(name) : known + 1}`;
  });
  const statement = { text: positional, names };
  if (parsed.size >= maxParsed) parsed.delete(parsed.keys().next().value as string);
  parsed.set(text, statement);
  return statement;
}
