/** Renders the settings of src/platform/configuration/settings.ts. */

const marks = ['<!-- settings -->\n', '<!-- /settings -->'];

export function envExample(settings) {
  const head =
    '# All settings of Stocktake with their defaults. Copy this file to .env, or set them in the environment,\n' +
    '# which overrides the file.\n';
  const entries = Object.entries(settings).map(
    ([name, setting]) => `\n# ${setting.help}${choices(setting)}\n# ${name}=${setting.default}\n`,
  );
  return head + entries.join('');
}

/** @returns the README with its table of settings replaced */
export function withSettingsTable(readme, settings) {
  const [before, rest] = readme.split(marks[0]);
  const after = rest?.split(marks[1])[1];
  if (after === undefined) throw new Error(`README.md lacks ${marks.join(' … ')}`);
  const rows = Object.entries(settings).map(([name, setting]) => {
    const value = setting.default === '' ? '' : `\`${setting.default}\``;
    const cells = [`\`${name}\``, value, `${setting.help}${choices(setting)}`];
    // A bar would end the cell, in code too (GitHub Flavored Markdown, 4.10).
    return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |\n`;
  });
  return `${before}${marks[0]}| Setting | Default | Meaning |\n|---|---|---|\n${rows.join('')}${marks[1]}${after}`;
}

const choices = ({ oneOf }) => (oneOf ? ` One of: ${oneOf.join(', ')}.` : '');
