/** SQL: whether an entry is internal, by a pattern of the organization or by the word of a person. */
export const isInternal = (alias: string): string =>
  `(${alias}.internal OR coalesce(${alias}.disposition, '') = 'internal')`;
