/** Whether a text says something: tools fill fields with these words. */
export const isGiven = (text: string | undefined): boolean =>
  text !== undefined && !/^(?:|NOASSERTION|NONE|unknown|n\/a)$/i.test(text.trim());
