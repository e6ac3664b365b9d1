/** Marks that have the log of a pipeline obey what follows: `##vso[` (Azure), `##[` (GitHub), `##teamcity[`. */
const logCommand = /#(?=#(?:vso|teamcity)?\[)/gi;
/** GitHub obeys a line that begins like this, too. */
const commandLine = /^(\s*):(?=:)/;

/**
 * Replaces what a terminal or the log of a pipeline would obey: control characters, which could move the cursor or change
 * the title, and the beginnings of commands, which could set variables of later steps.
 */
export const terminalSafe = (text: string): string =>
  text.replace(/\p{C}/gu, '\ufffd').replace(logCommand, '\ufffd').replace(commandLine, '$1\ufffd');

/** JSON of the same value, with nothing in it that the log of a pipeline would obey. */
export const logSafeJson = (value: unknown): string =>
  `${JSON.stringify(value, null, 2).replace(logCommand, String.raw`\u0023`)}\n`;
