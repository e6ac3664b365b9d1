/** RFC 4515, 3: what has a meaning in a filter is written as its bytes. */
export const escapeFilterValue = (value: string): string =>
  value.replace(/[\\*()\0]/g, (character) => `\\${character.charCodeAt(0).toString(16).padStart(2, '0')}`);

/** The filter of the setting, with the value in each of its places. */
export const filterWith = (template: string, name: string, value: string): string =>
  template.replaceAll(`{${name}}`, () => escapeFilterValue(value));
