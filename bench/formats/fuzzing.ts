import { FormatError, type Format, type ParseLimits } from '../../src/formats/format.js';
import { bytesSource } from '../../src/formats/reading/bytes.js';
import { mutate, randomRow } from './mutations.js';

/** Small, so that a case that reaches a limit does so at once. */
const limits: ParseLimits = {
  ...{ maxBytes: 1_000_000, maxDepth: 64, maxComponents: 10_000, maxEdges: 10_000, maxStringLength: 100_000 },
  ...{ maxElementLength: 500_000, maxAttributes: 100, maxNameLength: 4_096, maxRatio: 100, maxArchiveEntries: 100 },
};

/** Processor time that reading one small document may take: the clock also counts what other programs do. */
const limitMs = 2_000;

export interface Fault {
  readonly format: string;
  readonly what: string;
  /** The document, in base64. */
  readonly document: string;
}

export interface FuzzPlan {
  readonly cases: number;
  readonly seed: number;
  readonly documents: readonly Uint8Array[];
  readonly onFault: (fault: Fault) => void;
}

/** Reads faulty documents: each must be read, or refused with a `FormatError`, in time. */
export async function fuzz(
  format: Format,
  { cases, seed, documents, onFault }: FuzzPlan,
): Promise<{ refused: number }> {
  const random = randomRow(seed);
  let refused = 0;
  for (let count = 0; count < cases; count += 1) {
    const bytes = mutate(documents[random(documents.length)]!, documents[random(documents.length)]!, random);
    const start = process.cpuUsage();
    const tell = (what: string): void =>
      onFault({ format: format.id, what, document: Buffer.from(bytes).toString('base64') });
    try {
      for await (const events of format.parse(bytesSource(bytes), limits)) void events;
    } catch (error) {
      refused += 1;
      if (!(error instanceof FormatError)) tell(error instanceof Error ? String(error.stack) : String(error));
    }
    const { user, system } = process.cpuUsage(start);
    const ms = (user + system) / 1_000;
    if (ms > limitMs) tell(`took ${ms.toFixed(0)} ms`);
  }
  return { refused };
}
