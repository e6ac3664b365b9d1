/**
 * `describe` for tests that need a program or a right of the account. Where it is missing they are skipped, the end of
 * the run lists them with the reason, and CI fails.
 */
export function describeIf(isMet: boolean, reason: string): (title: string, tests: () => void) => void {
  return isMet ? describe : (title, tests) => describe.skip(`${title} (${reason})`, tests);
}
