/** The versions of the specification that are written. Every version from 1.0 is read, with the widest schemas. */
export const specVersions = ['1.4', '1.5', '1.6', '1.7'] as const;
export type SpecVersion = (typeof specVersions)[number];
