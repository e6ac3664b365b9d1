import { FormatError } from '../../src/formats/format.js';
import type { FuzzTarget } from './fuzz-targets.js';
import { randomRow } from './mutations.js';

/** Time that reading one small document may take. */
const limitMs = 2_000;

export interface Fault {
  readonly target: string;
  readonly what: string;
  /** The document, in base64. */
  readonly document: string;
}

export interface FuzzPlan {
  readonly cases: number;
  readonly seed: number;
  readonly onFault: (fault: Fault) => void;
  /** Before each case: whoever watches for hangs sees it begin. */
  readonly onCase?: (bytes: Uint8Array) => void;
}

/** Reads faulty documents: each must be read, or refused with a `FormatError`, in time. */
export async function fuzz(
  target: FuzzTarget,
  { cases, seed, onFault, onCase }: FuzzPlan,
): Promise<{ refused: number }> {
  const random = randomRow(seed);
  let refused = 0;
  for (let count = 0; count < cases; count += 1) {
    const bytes = target.faulty(random);
    onCase?.(bytes);
    const start = performance.now();
    const tell = (what: string): void =>
      onFault({ target: target.id, what, document: Buffer.from(bytes).toString('base64') });
    try {
      await target.read(bytes);
    } catch (error) {
      refused += 1;
      if (!(error instanceof FormatError)) tell(error instanceof Error ? String(error.stack) : String(error));
    }
    if (performance.now() - start < limitMs) continue;
    const ms = await processorMs(() => target.read(bytes));
    if (ms > limitMs) tell(`took ${ms.toFixed(0)} ms`);
  }
  return { refused };
}

/** The clock also counts what other programs do; asking for processor time takes longer than reading most cases. */
async function processorMs(work: () => Promise<void>): Promise<number> {
  const start = process.cpuUsage();
  await work().catch(() => undefined);
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}
