/** What a ruleset says of an SBOM: nothing has passed that was not assessed as it is now, with the data as they are now. */
export const verdicts = ['pending', 'passed', 'failed'] as const;
export type Verdict = (typeof verdicts)[number];

/** The boolean that older clients read: null while the verdict is pending. */
export const passedOf = (verdict: Verdict): boolean | null => (verdict === 'pending' ? null : verdict === 'passed');
