/** One file that means harm, or that breaks what careless readers believe. */
export interface HostileFile {
  readonly what: string;
  readonly bytes: () => Buffer | string | Promise<Buffer | string>;
  /** The reasons for which it may be refused; none: it has to be read. */
  readonly refused?: readonly string[];
  /** Names of the components that have to be read, in any order. */
  readonly names?: readonly string[];
  /** Text that has to come back as it is: version of each component by its name. */
  readonly versions?: Readonly<Record<string, string>>;
}

/** A CycloneDX document with this text as its members behind the head. */
export const cyclonedxWith = (members: string): string =>
  `{"bomFormat":"CycloneDX","specVersion":"1.6","version":1,${members}}`;

export const cyclonedxOf = (components: readonly object[], more: object = {}): string =>
  JSON.stringify({
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    components: components.map((component) => ({ type: 'library', ...component })),
    ...more,
  });
