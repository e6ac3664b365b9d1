import { writeFileSync } from 'node:fs';

/** The module is data, which the formatter ignores. */
const width = 118;

/** Writes trained numbers as a data module, rounded so that training is reproducible on other machines. */
export function writeModule(file: string, name: string, type: string, value: unknown): void {
  const rounded = JSON.stringify(value, (_, item: unknown) =>
    typeof item === 'number' ? Number(item.toFixed(3)) : item,
  );
  const plain = rounded.replaceAll(/"([A-Za-z]\w*)":/g, '$1: ').replaceAll(/,(?! )/g, ', ');
  const lines = plain
    .replaceAll(/(?<=\}), (?=\w+: \{)/g, ',\n')
    .split('\n')
    .flatMap(wrapped);
  const head = `import type { ${type} } from './model-weights.js';\n\n/** Trained numbers; made by \`npm run train:resolution\`, never edited by hand. */\n`;
  writeFileSync(file, `${head}export const ${name}: ${type} = ${lines.join('\n')};\n`);
}

function wrapped(line: string): string[] {
  const found: string[] = [];
  let rest = line;
  while (rest.length > width) {
    const cut = rest.lastIndexOf(', ', width) + 1;
    found.push(rest.slice(0, cut));
    rest = `  ${rest.slice(cut).trim()}`;
  }
  return [...found, rest];
}
