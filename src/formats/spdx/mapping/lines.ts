const breaks = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;
const hasBreak = /[\t\n\v\f\r\u0085\u2028\u2029]/;

/** Line breaks and outer spaces cannot stand in a line of tag-value: such text is written without them. */
export const oneLineOf = (text: string): string => (hasBreak.test(text) ? text.replace(breaks, ' ') : text).trim();
