import { text } from 'node:stream/consumers';
import { startChildProcess } from '../../platform/process/child-process.js';
import type { SbomReader } from '../../sboms/importing/sbom-readers.js';
import type { AnalyzeInput } from './analyze-protocol.js';

/** What the bounded process says that it misses; nothing where it fails, for the analysis will fail too. */
export async function askReader<Answer>(
  { module, input, limits }: SbomReader,
  more: Pick<AnalyzeInput, 'question' | 'poms'>,
  signal: AbortSignal,
): Promise<Answer[]> {
  const child = startChildProcess(module, { ...input, ...more }, limits, signal);
  const output = await text(child.stdout);
  const { end, code } = await child.ended;
  signal.throwIfAborted();
  return end === 'finished' && code === 0 ? (JSON.parse(output) as Answer[]) : [];
}
