import { SbomFile } from './sbom-file.js';
import { terminalSafe } from './terminal-safe.js';
import { ProgressLine } from './progress-line.js';
import { exitCodes } from './usage.js';

/** Reads a file like an import. Warnings go to standard output, one per line: location, tab, message. */
export async function validate(path: string): Promise<number> {
  const progress = new ProgressLine(process.stderr);
  try {
    return await SbomFile.use(path, progress, async (sbom) => {
      const { header, components, warnings, warningCount } = await sbom.summarize();
      progress.end();
      for (const { place, message } of warnings)
        process.stdout.write(`${terminalSafe(place)}\t${terminalSafe(message)}\n`);
      const kind = `${sbom.format.id} ${header.specVersion}`.trim();
      process.stderr.write(`${path}: ${kind}, ${components} components, ${warningCount} warnings\n`);
      return warningCount === 0 ? exitCodes.done : exitCodes.warned;
    });
  } finally {
    progress.end();
  }
}
