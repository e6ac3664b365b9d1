/** What nearly every text is: nothing in it to escape. */
const plain = /^[ !#-[\]-~]*$/;

/** A text as `JSON.stringify` writes it, in a third of the time. */
export const jsonString = (text: string): string => (plain.test(text) ? `"${text}"` : JSON.stringify(text));
