import { formats } from '../formats/index.js';

/** What scripts can rely on. */
export const exitCodes = { done: 0, failed: 1, usage: 2, refused: 3, warned: 4 } as const;

/** In place of a file's name: standard input or output. */
export const standardStream = '-';

/** The command was typed wrongly: exit code 2. */
export class UsageError extends Error {}

const targets = formats
  .filter(({ serialize }) => serialize !== undefined)
  .map(({ id, extension, writes = [] }) => `  ${id.padEnd(16)}.${extension.padEnd(12)}${writes.join(', ')}`)
  .join('\n');

export const help = `Usage: stocktake COMMAND

  convert IN OUT    reads the SBOM in IN, writes it to OUT in the format of OUT's extension;
                    an OUT that is there already is replaced once the new one is whole
      --to FORMAT           the format, where the extension does not tell
      --spec-version V      the version to write; the format's first one below by default
  validate FILE     reads FILE to its end by the rules of an import and lists what it has to say
  inspect FILE      shows what is in FILE
      --limit N             components to list (20)
  help, --version

IN and FILE may be "-" for standard input, OUT for standard output (with --to).
Everything happens on this machine; formats are recognised by their content, inside gzip, zip and attestations too.

Formats written, their extensions and versions:
${targets}

Exit codes:
  ${exitCodes.done}  done
  ${exitCodes.failed}  something went wrong: a file that cannot be opened or written
  ${exitCodes.usage}  wrong usage
  ${exitCodes.refused}  the file is refused: no SBOM that can be read; the reason and place are on standard error
  ${exitCodes.warned}  validate: readable, with warnings
`;
