import { readFileSync, writeFileSync } from 'node:fs';
import { metricTable, workedExample } from './score-page.js';

/** Replaces the computed parts of docs/score.md, each between its mark and the next `<!-- end -->`. */
const page = readFileSync('docs/score.md', 'utf8');
const replaced = Object.entries({ metrics: metricTable(), example: workedExample() }).reduce(
  (text, [mark, content]) => {
    const [before, after] = text.split(`<!-- ${mark} -->\n`);
    return `${before}<!-- ${mark} -->\n${content}${after!.slice(after!.indexOf('\n<!-- end -->'))}`;
  },
  page,
);
writeFileSync('docs/score.md', replaced);
