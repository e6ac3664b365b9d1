/** Limits of property expansion, which hostile files use to multiply text. */
const maxRounds = 16;
const maxLength = 1_024;

/** Expands `${name}` from `properties`; unknown and circular references stay as they are. */
export function interpolate(text: string, properties: ReadonlyMap<string, string>): string {
  let value = text.slice(0, maxLength);
  for (let round = 0; round < maxRounds && value.includes('${'); round += 1) {
    const next = value.replace(
      /\$\{([^${}]{1,200})\}/g,
      (reference, name: string) => properties.get(name.trim()) ?? reference,
    );
    if (next === value || next.length > maxLength) return value;
    value = next;
  }
  return value;
}
