import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatCpe, formatWellFormedName, parseCpe } from '../../../src/model/cpe.js';
import { compareCpes, type CpeRelation } from '../../../src/model/cpe-matching.js';
import { CpeError } from '../../../src/model/cpe-name.js';
import { formatCpeUri } from '../../../src/model/cpe-uri.js';
import { projectRoot } from '../../../src/platform/project-root.js';

/** Bindings and matches on which the reference implementation of NIST and others agree, where they lie beside the project. */
const file = join(projectRoot, '../shared/corpus/open/cpe/cpe-vectors.json');

interface Vectors {
  names: { op: 'fs' | 'uri' | 'wfn'; input: string; consensus: string | null }[];
  matches: { source: string; target: string; consensus: string | null }[];
}

const bindings = { fs: formatCpe, uri: formatCpeUri, wfn: formatWellFormedName };

const predicates: Record<CpeRelation, string> = {
  equal: 'EQUAL SUBSET SUPERSET',
  subset: 'SUBSET',
  superset: 'SUPERSET',
  disjoint: 'DISJOINT',
  undefined: '',
};

if (!existsSync(file)) {
  console.warn(`The CPE vectors are not at ${file}: skipped`);
  it.skip('the CPE vectors', () => {});
} else {
  const { names, matches } = JSON.parse(readFileSync(file, 'utf8')) as Vectors;
  const agreed = <T extends { consensus: string | null }>(vectors: T[]) => vectors.filter((v) => v.consensus !== null);

  it.each(agreed(names))('$op of $input', ({ op, input, consensus }) => {
    if (consensus === 'ERR') expect(() => bindings[op](parseCpe(input))).toThrow(CpeError);
    else expect(bindings[op](parseCpe(input))).toBe(consensus);
  });

  it.each(agreed(matches))('$source and $target: $consensus', ({ source, target, consensus }) => {
    expect(predicates[compareCpes(parseCpe(source), parseCpe(target))]).toBe(consensus);
  });
}
