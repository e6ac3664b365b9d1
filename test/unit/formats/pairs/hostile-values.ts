const evilTags = 'PackageName: evil\nSPDXID: SPDXRef-evil\n';
/** What ends, opens or separates something in one encoding or another. */
export const hostileValues = [
  `\n${evilTags}`,
  `x\r\n${evilTags}`,
  `x\u0085${evilTags}`,
  `x\u2028${evilTags}`,
  `</text>\n${evilTags}`,
  '<text>',
  ' <text>x',
  '(excludes: ./x)',
  'x\n- name: evil\n  version: 1',
  'x\n---\nname: evil',
  '"\n"evil","1"\n',
  '"a","b"',
  'a,b\nc',
  'a;b|c\td',
  "'",
  '"',
  '\\',
  '\\"',
  ']]><component><name>evil</name></component>',
  '</name></component><component><name>evil</name>',
  '<!-- -- -->',
  '&#10;&lt;',
  '_x000A_evil',
  '=1+1',
  '# x',
  ': x',
  '*x',
  '!!str x',
  'null',
  ' padded ',
  '\t',
  'x\u0001y',
  'x\u007fy\ufeff',
  '\ud800',
  'NOASSERTION',
  'NONE',
  'SPDXRef-a SPDXRef-b',
  'a b c',
  'a: b',
  '__proto__',
];

/** Places are no part of what a file says; words of the model decide what an element is. */
const notMutated: ReadonlySet<string> = new Set([
  'place',
  'family',
  'kind',
  'warnings',
  'relation',
  'specVersion',
  'type',
]);

export function* textsIn(value: unknown): Iterable<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null)
    for (const [name, inner] of Object.entries(value)) if (!notMutated.has(name)) yield* textsIn(inner);
}

/** The value with a text replaced wherever it occurs, so that a reference stays one. */
export const replaceText = <T>(value: T, before: string, after: string): T =>
  JSON.parse(
    JSON.stringify(value, (name, inner: unknown) => (inner === before && !notMutated.has(name) ? after : inner)),
  ) as T;
