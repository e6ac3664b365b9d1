/** Replaces control characters, which could move the cursor or change the title of a terminal. */
export const terminalSafe = (text: string): string => text.replace(/\p{C}/gu, '\ufffd');
