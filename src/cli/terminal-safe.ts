/** Text of a file made safe for a terminal: no control character moves the cursor or changes a title. */
export const terminalSafe = (text: string): string => text.replace(/\p{C}/gu, '\ufffd');
