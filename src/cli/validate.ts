import { SbomFile } from './sbom-file.js';
import { terminalSafe } from './terminal-safe.js';
import { ProgressLine } from './progress-line.js';
import { exitCodes } from './usage.js';

/** Reads a file as an import would. Warnings go to standard output, one a line: place, tab, message. */
export async function validate(path: string): Promise<number> {
  const progress = new ProgressLine(process.stderr);
  try {
    return await SbomFile.use(path, progress, async (bill) => {
      const { header, components, warnings, warningCount } = await bill.summarize();
      progress.end();
      for (const { place, message } of warnings)
        process.stdout.write(`${terminalSafe(place)}\t${terminalSafe(message)}\n`);
      const kind = `${bill.format.id} ${header.specVersion}`.trim();
      process.stderr.write(`${path}: ${kind}, ${components} components, ${warningCount} warnings\n`);
      return warningCount === 0 ? exitCodes.done : exitCodes.warned;
    });
  } finally {
    progress.end();
  }
}
