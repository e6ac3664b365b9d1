/** Words that stand for "nothing is known" or "whatever is newest" where a version is asked for. */
const placeholders =
  /^(?:n\.?\/?a\.?|none|null|nil|undefined|unknown|unspecified|not (?:applicable|available|known|specified)|noassertion|tbd|to be determined|latest|newest|current|various|multiple|any|all|[-–—?*.\s]+)$/i;

/** The version, or empty where the text only stands for one. */
export function declaredVersion(text: string): string {
  return placeholders.test(text.trim()) ? '' : text;
}

/** Whether it can be compared with others at all: a name of a branch or a remark cannot. */
export const isComparableVersion = (version: string): boolean => /\d/.test(version);
