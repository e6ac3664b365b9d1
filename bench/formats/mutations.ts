/** A whole number from 0 up to below the given one. */
export type Random = (below: number) => number;

/** A small generator of numbers that gives the same row for the same seed (mulberry32). */
export function randomRow(seed: number): Random {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below);
  };
}

/** What parsers stumble over. */
const bait = [
  ...['{', '}', '[', ']', '"', "'", '<', '>', '</', '/>', '<!--', '-->', '<![CDATA[', ']]>', '<!DOCTYPE x>', '&amp;'],
  ...[
    '&#0;',
    '&x;',
    '\0',
    '\u{feff}',
    '\ud800',
    '\u2028',
    '\r',
    '\n\n',
    '\t',
    ',',
    ';',
    ':',
    '---\n',
    '- ',
    '&a ',
    '*a',
  ],
  ...[
    '!!js/function ',
    '<<: ',
    '__proto__',
    'constructor',
    'null',
    'true',
    '1e999',
    '-0',
    '1e-400',
    '\\u0000',
    '\\ud800',
  ],
  ...['{"a":'.repeat(50), '['.repeat(200), '<a>'.repeat(100), '('.repeat(300), 'A'.repeat(5_000), '=1+1', '%00', '\\'],
  ...[
    'Relationship: ',
    'SPDXID: ',
    'PackageName: ',
    '<text>',
    '</text>',
    '#',
    '@',
    'LicenseRef-',
    'pkg:npm/',
    'cpe:2.3:',
  ],
].map((text) => Buffer.from(text));

/** The document with one to six faults: bytes changed, cut out, doubled, moved, mixed with another document, or baited. */
export function mutate(seed: Uint8Array, other: Uint8Array, random: Random): Uint8Array {
  let bytes = Buffer.from(seed);
  // One fault alone gets deepest into a parser.
  for (let faults = random(2) === 0 ? 1 : 1 + random(6); faults > 0; faults -= 1)
    bytes = Buffer.from(fault(bytes, other, random));
  return bytes;
}

function fault(bytes: Buffer, other: Uint8Array, random: Random): Buffer {
  const at = random(bytes.length + 1);
  const end = Math.min(bytes.length, at + 1 + random(random(4) === 0 ? 500 : 12));
  const [before, piece, after] = [bytes.subarray(0, at), bytes.subarray(at, end), bytes.subarray(end)];
  switch (random(12)) {
    case 0:
      return Buffer.concat([before, Buffer.of(random(256)), after]);
    case 1:
      return Buffer.concat([before, after]);
    case 2:
      return Buffer.concat([before, piece, piece, after]);
    case 3:
      return before;
    case 4:
      return Buffer.concat([before, other.subarray(random(other.length)), after]);
    case 5:
      return Buffer.concat([after, piece, before]);
    case 6:
    case 7:
    case 8:
      return otherWord(
        bytes,
        at,
        random(3) === 0 ? bait[random(bait.length)]! : wordAt(other, random(other.length)).word,
      );
    default:
      return Buffer.concat([before, bait[random(bait.length)]!, after]);
  }
}

/** A word in place of a word leaves the document in one piece, so that its meaning is what is wrong. */
function otherWord(bytes: Buffer, at: number, word: Uint8Array): Buffer {
  const { start, end } = wordAt(bytes, at);
  return Buffer.concat([bytes.subarray(0, start), word, bytes.subarray(end)]);
}

function wordAt(bytes: Uint8Array, at: number): { start: number; end: number; word: Uint8Array } {
  let start = at;
  while (start > 0 && isLetter(bytes[start - 1]!)) start -= 1;
  let end = at;
  while (end < bytes.length && isLetter(bytes[end]!)) end += 1;
  return { start, end, word: bytes.subarray(start, end) };
}

/** Letters, digits, `-`, `.`, `_`, and whatever is not ASCII. */
const isLetter = (byte: number): boolean =>
  (byte >= 48 && byte <= 57) ||
  (byte >= 65 && byte <= 90) ||
  (byte >= 97 && byte <= 122) ||
  byte > 127 ||
  byte === 45 ||
  byte === 46 ||
  byte === 95;
