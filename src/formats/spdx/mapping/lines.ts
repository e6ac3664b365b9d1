const lineBreaks = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;
const lineBreak = /[\t\n\v\f\r\u0085\u2028\u2029]/;

/** Line breaks and outer spaces cannot stand in a line of tag-value: such text is written without them. */
export const toSingleLine = (text: string): string =>
  (lineBreak.test(text) ? text.replace(lineBreaks, ' ') : text).trim();
