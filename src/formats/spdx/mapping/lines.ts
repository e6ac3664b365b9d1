const lineBreaks = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;
const lineBreak = /[\t\n\v\f\r\u0085\u2028\u2029]/;

/** A line of tag-value cannot hold line breaks and outer spaces. */
export const toSingleLine = (text: string): string =>
  (lineBreak.test(text) ? text.replace(lineBreaks, ' ') : text).trim();
