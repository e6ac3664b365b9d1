/** Whether a text says something: tools fill fields with these words. */
export const isGiven = (text: string | undefined): boolean =>
  text !== undefined && !/^\s*(?:|NOASSERTION|NONE|unknown|n\/a)\s*$/i.test(text);
