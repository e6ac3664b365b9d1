import { bomSource, collectBom } from '../../../../src/formats/in-memory-bom.js';
import { defaultLimits, type Format, type ParseLimits } from '../../../../src/formats/format.js';
import { textSource } from '../../../../src/formats/reading/bytes.js';
import type { Bom } from '../../../../src/model/document.js';

/** A text read by a format, whole. */
export const read = (format: Format, text: string, limits: Partial<ParseLimits> = {}): Promise<Bom> =>
  collectBom(format.parse(textSource(text), { ...defaultLimits, ...limits }));

/** An SBOM written by a format, whole; what it could not hold is added to `losses`. */
export async function write(format: Format, bom: Bom, specVersion: string, losses: string[] = []): Promise<string> {
  const pieces: string[] = [];
  const options = {
    specVersion,
    timestamp: '2026-01-02T03:04:05.678Z',
    tool: { name: 'Stocktake', version: '0.1.0' },
    onLoss: (what: string) => void losses.push(what),
  };
  for await (const piece of format.serialize!(bomSource(bom), options)) pieces.push(String(piece));
  return pieces.join('');
}
