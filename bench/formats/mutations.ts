/** A small generator of numbers that gives the same row for the same seed (mulberry32). */
export function randomRow(seed: number): (below: number) => number {
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
export function mutate(seed: Uint8Array, other: Uint8Array, random: (below: number) => number): Uint8Array {
  let bytes = Buffer.from(seed);
  for (let faults = 1 + random(6); faults > 0; faults -= 1) bytes = Buffer.from(fault(bytes, other, random));
  return bytes;
}

function fault(bytes: Buffer, other: Uint8Array, random: (below: number) => number): Buffer {
  const at = random(bytes.length + 1);
  const end = Math.min(bytes.length, at + 1 + random(random(4) === 0 ? 500 : 12));
  const [before, piece, after] = [bytes.subarray(0, at), bytes.subarray(at, end), bytes.subarray(end)];
  switch (random(8)) {
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
    default:
      return Buffer.concat([before, bait[random(bait.length)]!, after]);
  }
}
