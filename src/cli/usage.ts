import { formats } from '../formats/index.js';

/** Exit codes that scripts can rely on. */
export const exitCodes = { done: 0, failed: 1, usage: 2, refused: 3, warned: 4 } as const;

/** Standard input or output in place of a file name. */
export const standardStream = '-';

/** Wrong usage: exit code 2. */
export class UsageError extends Error {}

const targets = formats
  .filter(({ serialize }) => serialize !== undefined)
  .map(({ id, extension, writes = [] }) => `  ${id.padEnd(16)}.${extension.padEnd(12)}${writes.join(', ')}`)
  .join('\n');

export const help = `Usage: stocktake COMMAND

  convert IN OUT    reads the SBOM in IN, writes it to OUT in the format of OUT's extension;
                    an existing OUT is replaced once the new file is complete
      --to FORMAT           the format, if the extension does not determine it
      --spec-version V      the version to write; default: the first one listed below
  validate FILE     reads FILE like an import and lists the warnings
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
  ${exitCodes.refused}  the file is refused because it is not a readable SBOM; the reason is on standard error
  ${exitCodes.warned}  validate: readable, with warnings
`;
