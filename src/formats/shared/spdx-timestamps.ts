const spdxDate = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/;

/** A date in the form of SPDX 2.3, clause 6.9: `YYYY-MM-DDThh:mm:ssZ`; undefined where the text is no date. */
export function spdxTimestamp(text: string): string | undefined {
  if (spdxDate.test(text) && !Number.isNaN(Date.parse(text))) return text;
  if (!/^\d{4}-\d{2}-\d{2}/.test(text)) return undefined;
  const date = new Date(text);
  const year = date.getUTCFullYear();
  if (Number.isNaN(year) || year > 9999) return undefined;
  return date.toISOString().replace(/\.\d+Z$/, 'Z');
}
