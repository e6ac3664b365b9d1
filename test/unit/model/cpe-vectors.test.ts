import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatCpe, parseCpe } from '../../../src/model/cpe.js';
import type { CpeRelation } from '../../../src/model/cpe-matching.js';
import { CpeError } from '../../../src/model/cpe-name.js';
import { projectRoot } from '../../../src/platform/project-root.js';
import { compareCpes, formatCpeUri, formatWellFormedName } from '../../support/cpe-names.js';

/** Bindings and matches after NISTIR 7695 and 7696: our own, and where they exist those on which several implementations agree. */
const files = ['test/conformance/cpe/vectors.json', '../shared/corpus/open/cpe/cpe-vectors.json']
  .map((file) => join(projectRoot, file))
  .filter((file) => existsSync(file));

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

describe.each(files)('%s', (file) => {
  const { names, matches } = JSON.parse(readFileSync(file, 'utf8')) as Vectors;
  const agreed = <T extends { consensus: string | null }>(vectors: T[]) => vectors.filter((v) => v.consensus !== null);

  it.each(agreed(names))('$op of $input', ({ op, input, consensus }) => {
    if (consensus === 'ERR') expect(() => bindings[op](parseCpe(input))).toThrow(CpeError);
    else expect(bindings[op](parseCpe(input))).toBe(consensus);
  });

  it.each(agreed(matches))('$source and $target: $consensus', ({ source, target, consensus }) => {
    expect(predicates[compareCpes(parseCpe(source), parseCpe(target))]).toBe(consensus);
  });
});
