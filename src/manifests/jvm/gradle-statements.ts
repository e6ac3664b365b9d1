import { codeTokens, type CodeToken } from '../reading/code-tokens.js';

/** A call in a block of a build script: `implementation("g:a:1")`. */
export interface GradleStatement {
  readonly block: 'dependencies' | 'plugins';
  /** The name that is called, and its arguments. */
  readonly name: string;
  readonly rest: readonly CodeToken[];
  readonly line: number;
  /** It is of a source set or a suite of tests. */
  readonly isTest: boolean;
  /** In its block: `version { strictly("1.0") }`. */
  readonly rich: Readonly<Partial<Record<string, string>>>;
}

type Open = GradleStatement & { readonly rich: Record<string, string>; readonly depth: number };

const syntax = { comments: ['//'], hasBlockComments: true, quotes: '"\'' };
const maxStatementTokens = 2_000;
/** Blocks within a block of dependencies whose statements are dependencies as well; others configure one. */
const transparent = new Set(['constraints', 'if', 'else', 'for', 'forEach', 'each', 'when', 'let', 'apply', 'with']);

/** The statements in the blocks `dependencies` and `plugins` of a build script in Groovy or Kotlin. */
export function* gradleStatements(code: string): Iterable<GradleStatement> {
  const blocks: Block[] = [];
  let tokens: CodeToken[] = [];
  let parentheses = 0;
  /** The statement whose block is being read. */
  let open: Open | null = null;
  for (const token of codeTokens(code, syntax)) {
    const { kind, text } = token;
    const isSign = kind === 'sign';
    if (isSign && '(['.includes(text)) parentheses += 1;
    if (isSign && ')]'.includes(text)) parentheses = Math.max(0, parentheses - 1);
    const isEnd = kind === 'end' && !(tokens.at(-1)?.kind === 'sign' && tokens.at(-1)?.text === ',');
    const isBrace = isSign && '{};'.includes(text);
    if (parentheses > 0 || !(isEnd || isBrace)) {
      if (kind !== 'end' && tokens.length < maxStatementTokens) tokens.push(token);
      continue;
    }
    const around = blocks.at(-1) ?? outside;
    const [statement] = statementsOf(around, tokens);
    if (open) addRichVersion(open, tokens);
    else if (statement && text === '{' && isSign) open = { ...statement, rich: {}, depth: blocks.length };
    else if (statement) yield statement;
    if (text === '{' && isSign) blocks.push(open ? outside : blockWithin(around, tokens));
    if (text === '}' && isSign) blocks.pop();
    if (open && blocks.length <= open.depth) {
      yield open;
      open = null;
    }
    tokens = [];
  }
  if (open) yield open;
}

/** `strictly("1.0")`, `strictly '1.0'`. */
function addRichVersion({ rich }: Open, tokens: readonly CodeToken[]): void {
  const [name, ...rest] = tokens;
  const value = rest.find(({ kind }) => kind !== 'sign');
  if (name && value && /^(?:strictly|require|prefer)$/.test(name.text))
    rich[name.text] = value.kind === 'text' ? value.text : `\${${value.text}}`;
}

/** An open block: which of the two its statements belong to. */
interface Block {
  readonly name: string;
  readonly block: GradleStatement['block'] | null;
  readonly isTest: boolean;
}

const outside: Block = { name: '', block: null, isTest: false };

function blockWithin(around: Block, tokens: readonly CodeToken[]): Block {
  const name = nameOfBlock(tokens);
  const isTest = around.isTest || isOfTests(around.name, tokens);
  if (name === 'dependencies' || name === 'plugins') return { name, block: name, isTest };
  // The plugin io.spring.dependency-management: `mavenBom` is what `platform` is to Gradle.
  if (name === 'imports' && around.name === 'dependencyManagement') return { name, block: 'dependencies', isTest };
  return { name, block: transparent.has(name) ? around.block : null, isTest };
}

/** `sourceSets { commonTest { … } }`, `sourceSets.commonTest.dependencies { … }`, and all of `suites { … }`. */
function isOfTests(around: string, tokens: readonly CodeToken[]): boolean {
  if (around === 'suites') return true;
  if (around === 'sourceSets') return tokens.some(({ kind, text }) => kind !== 'sign' && /^(?:t|\w*T)est/.test(text));
  return tokens.some(({ kind, text }) => kind === 'word' && /(?:^|\.)sourceSets\.(?:t|\w*T)est/.test(text));
}

/** `commonMain.dependencies {`, `if (x) {`, `constraints {`: what is called last before the arguments. */
function nameOfBlock(tokens: readonly CodeToken[]): string {
  const words = tokens.filter(({ kind }) => kind === 'word');
  const first = words[0]?.text ?? '';
  const last = words.at(-1)?.text.split('.').at(-1) ?? '';
  if (last === 'dependencies' || last === 'plugins') return last;
  return transparent.has(first) ? first : last;
}

/** `name args`, `"name"(args)` and `add("name", args)`; an assignment is none. */
function statementsOf({ block, isTest }: Block, tokens: readonly CodeToken[]): GradleStatement[] {
  const [first, second, third] = tokens;
  const isLambda = tokens.at(-1)?.text === '>';
  if (block === null || !first || first.kind === 'sign' || second?.text === '=' || isLambda) return [];
  if (transparent.has(nameOfBlock(tokens))) return [];
  const { line } = first;
  if (first.text === 'add' && third?.kind === 'text')
    return [{ block, name: third.text, rest: tokens.slice(3), line, isTest, rich: {} }];
  return [{ block, name: first.text, rest: tokens.slice(1), line, isTest, rich: {} }];
}
