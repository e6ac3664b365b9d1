/** Names by text, the same on each connection of this process. */
const names = new Map<string, string>();
let count = 0;

/** Texts that differ by values would fill every connection with plans. */
const maxPrepared = 200;

/** Of a text that is sent under a name; undefined for the texts beyond the most that are kept. */
export function nameOfPrepared(text: string): string | undefined {
  return names.get(text) ?? (names.size < maxPrepared ? renamePrepared(text) : undefined);
}

/** Makes each connection parse the text anew: a migration has changed the type of what it answers. */
export function renamePrepared(text: string): string {
  const name = `stocktake ${(count += 1)}`;
  names.set(text, name);
  return name;
}
