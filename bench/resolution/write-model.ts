import { writeFileSync } from 'node:fs';

/** Writes trained numbers as a data module, rounded so that a second training on another machine gives the same file. */
export function writeModule(file: string, name: string, type: string, value: unknown): void {
  const rounded = JSON.stringify(
    value,
    (_, item: unknown) => (typeof item === 'number' ? Number(item.toFixed(3)) : item),
    2,
  );
  const text = `import type { ${type} } from './weights.js';\n\n/** Trained numbers; made by \`npm run train:resolution\`, never edited by hand. */\nexport const ${name}: ${type} = ${rounded};\n`;
  writeFileSync(file, text);
}
