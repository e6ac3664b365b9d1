/** Severities of vulnerabilities, the worst first. One that is not known counts as more than a low one. */
export const rankedSeverities = ['critical', 'high', 'medium', 'unknown', 'low', 'none'] as const;

const severities = `(ARRAY[${rankedSeverities.map((level) => `'${level}'`).join(', ')}])`;

/** SQL: the worst is 1. */
export const severityRank = (column: string): string => `array_position(${severities}, ${column})`;

/** SQL: the worst severity of a group. */
export const worstSeverityOf = (column: string): string => `${severities}[min(${severityRank(column)})]`;
