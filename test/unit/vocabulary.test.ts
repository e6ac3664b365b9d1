import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { projectRoot } from '../../src/platform/project-root.js';

/** Words that docs/glossary.md replaced, each with the word that took its place. */
const replaced: Record<string, string> = {
  bill: 'SBOM, or BOM for the document',
  bills: 'SBOMs',
  room: 'module',
  rooms: 'modules',
  house: 'service',
  ancestor: 'legacy client',
  lane: 'worker or thread',
  lanes: 'workers or threads',
  shelf: 'cache',
  dossier: 'matcher',
  turnstile: 'lock',
  pulse: 'polling loop',
  poke: 'trigger',
  slip: 'typo or edit distance',
  slips: 'typos',
  judge: 'score or assess',
  judged: 'scored or assessed',
  judgement: 'assessment',
  grounds: 'input or options',
  told: 'given, reported or declared',
  stated: 'declared',
  heard: 'given',
  remembered: 'prior decision',
  neighbour: 'sibling',
  neighbours: 'siblings',
  wishes: 'requests',
  announce: 'publish',
  spool: 'buffer',
  foretold: 'predicted',
};

/** Names of types that say nothing of what they hold. */
const replacedNames: Record<string, string> = {
  Asked: 'query or term',
  Ranked: 'scored candidate',
  Ranking: 'ranked candidates',
  Grounds: 'input',
  Hold: 'lease',
  Ledger: 'runs',
  Topic: 'group',
  Load: 'monitor',
  Composer: 'template',
};

/** Names of the API, of columns and of migrations, which stay: who made a VEX statement, and when. */
const allowed: readonly string[] = [
  ...['stated', 'stated_by', 'stated_at', 'statedBy', 'statedAt'],
  ...['judged_at', 'ScoreGrounds1700000001200', 'mostPopular', 'makeRoomAt'],
];

const sources = readdirSync(join(projectRoot, 'src'), { recursive: true, encoding: 'utf8' }).filter((path) =>
  path.endsWith('.ts'),
);

function wordsOf(identifier: string): string[] {
  return identifier
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);
}

function identifiersOf(text: string): Set<string> {
  const found = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) found.add(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('file.ts', text, ts.ScriptTarget.Latest));
  return found;
}

/** What is wrong with a name, or null. */
function faultOf(name: string): string | null {
  if (allowed.includes(name)) return null;
  if (Object.hasOwn(replacedNames, name)) return `${name}: say what it is, such as ${replacedNames[name]}`;
  const limit = /^(most|least|longest|largest)[A-Z]/.exec(name);
  if (limit) return `${name}: limits are named max… and min…`;
  const word = wordsOf(name).find((one) => Object.hasOwn(replaced, one));
  return word === undefined ? null : `${name}: say "${replaced[word]}" for "${word}"`;
}

describe('the words of the code', () => {
  it('are those of the glossary', () => {
    expect(sources.length).toBeGreaterThan(500);
    const faults = sources.flatMap((path) => {
      const names = [path.replace(/\.ts$/, ''), ...identifiersOf(readFileSync(join(projectRoot, 'src', path), 'utf8'))];
      return names.flatMap((name) => faultOf(name) ?? []).map((fault) => `src/${path}: ${fault}`);
    });
    expect(faults).toEqual([]);
  });

  it('are recognised in every spelling', () => {
    const names = ['bill', 'billOf', 'ProjectBill', 'MAX_BILLS', '#bills', 'sboms/bill-reader', 'mostRows'];
    expect(names.filter((name) => faultOf(name) === null)).toEqual([]);
    expect(['billion', 'Sbom', 'sboms/importing', 'almostDone'].filter((name) => faultOf(name) !== null)).toEqual([]);
  });

  it('are those of the glossary in documents and descriptions too', () => {
    const pages = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'openapi.json'];
    const texts = [
      ...pages,
      ...readdirSync(join(projectRoot, 'docs'), { recursive: true, encoding: 'utf8' })
        .filter((path) => path.endsWith('.md'))
        .map((path) => `docs/${path}`),
    ];
    const home = /\b(?:the house|rooms?|bills?|ancestor(?:’s|'s)?)\b/i;
    const faults = texts.flatMap((path) =>
      readFileSync(join(projectRoot, path), 'utf8')
        .replaceAll('bills of materials', '')
        .split('\n')
        .flatMap((line, index) => (home.test(line) ? [`${path}:${index + 1}: ${line.trim().slice(0, 120)}`] : [])),
    );
    expect(faults).toEqual([]);
  });
});
