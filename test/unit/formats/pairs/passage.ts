import { bomSource, collectBom } from '../../../../src/formats/in-memory-bom.js';
import { defaultLimits, type Format } from '../../../../src/formats/format.js';
import { bytesSource } from '../../../../src/formats/reading/bytes.js';
import type { Bom } from '../../../../src/model/document.js';
import { facets, factsOf, lossWords, missing } from './facts.js';

export interface Passage {
  readonly bom: Bom;
  readonly losses: readonly string[];
}

/** An SBOM written by a format and read again. */
export async function through(format: Format, specVersion: string, bom: Bom): Promise<Passage> {
  const losses: string[] = [];
  const pieces: Buffer[] = [];
  const options = {
    specVersion,
    timestamp: '2026-01-02T03:04:05Z',
    tool: { name: 'Stocktake', version: '0.1.0' },
    onLoss: (what: string) => void losses.push(what),
  };
  for await (const piece of format.serialize!(bomSource(bom), options)) pieces.push(Buffer.from(piece));
  return { bom: await collectBom(format.parse(bytesSource(Buffer.concat(pieces)), defaultLimits)), losses };
}

/** What neither came back nor was told of, each with the number of losses that were told. */
export function untold(before: Bom, { bom, losses }: Passage): string[] {
  const [first, second] = [factsOf(before), factsOf(bom)];
  return facets.flatMap((facet) => {
    const gone = missing(first, second, facet);
    const reported = losses.filter((what) => lossWords[facet].test(what)).length;
    return reported >= gone.length ? [] : [`${facet}: ${reported} told of ${gone.join(' ')}`];
  });
}

/**
 * What nobody said, but for what SPDX has words for and CycloneDX has not: properties, a subject that holds the files,
 * and the text of a licence where it is used.
 */
export function invented(before: Bom, { bom }: Passage): string[] {
  const [first, second] = [factsOf(before), factsOf(bom)];
  return facets.flatMap((facet) => {
    if (facet === 'license text' || (facet === 'subject' && before.subject === null)) return [];
    const came = missing(second, first, facet).filter((fact) => facet !== 'property' || !fact.includes('"spdx:'));
    return came.length > missing(first, second, facet).length ? [`${facet}: ${came.join(' ')}`] : [];
  });
}
