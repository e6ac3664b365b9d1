/** How deep properties may name each other, and how long a value may grow: they are multiplied by hostile files. */
const maxRounds = 16;
const maxLength = 1_024;

/**
 * The text with `${name}` put in from `properties`, as far as they are known; an unknown one, and what goes in circles,
 * stays as it is.
 */
export function interpolate(text: string, properties: ReadonlyMap<string, string>): string {
  let value = text.slice(0, maxLength);
  for (let round = 0; round < maxRounds && value.includes('${'); round += 1) {
    const next = value.replace(/\$\{([^${}]{1,200})\}/g, (whole, name: string) => properties.get(name.trim()) ?? whole);
    if (next === value || next.length > maxLength) return value;
    value = next;
  }
  return value;
}
