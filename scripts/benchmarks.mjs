/**
 * Runs the benches and writes what they print into docs/benchmarks.md: `npm run bench:all -- [--catalog DIR] [NAME…]`.
 * With names it runs these and keeps the other sections as they are. Each bench uses a throw-away folder.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { root } from './preparation/run.mjs';

/** @typedef {{ name: string, arguments?: string[], measures: string, floor: string }} Bench */

/** In the order of the page. `CATALOG` stands for the option of this name. @type {Bench[]} */
export const benches = [
  { name: 'bench', measures: 'What the service promises as a whole', floor: '`JSON.parse`, `COPY TO`, the bar in brackets' },
  { name: 'bench:formats', measures: 'Reading each format', floor: '`JSON.parse` of the same components' },
  { name: 'bench:resolving', arguments: ['CATALOG'], measures: 'The resolution job, from upload to last entry', floor: 'the same list again, whose outcomes are copied' },
  { name: 'bench:scores', measures: 'A rescoring of a million entries', floor: 'the bar in brackets' },
  { name: 'bench:clients', measures: 'What a pipeline waits for', floor: 'uploads one after the other' },
  { name: 'bench:scale', arguments: ['CATALOG'], measures: 'One, two and four workers on Redis and PostgreSQL', floor: 'one worker' },
  { name: 'bench:growth', arguments: ['CATALOG'], measures: 'A million components, and a hundredth of them', floor: 'the hundredth, or one organization of 50,000' },
  { name: 'bench:jobs', measures: 'Jobs that do nothing, a second', floor: 'the other backend of the queue' },
  { name: 'bench:ui', measures: 'The workbench in a browser (chromium-headless-shell)', floor: 'the bar in brackets' },
  { name: 'bench:comparison', measures: 'Comparing two large SBOMs', floor: 'the bar in brackets' },
  { name: 'bench:notice', measures: 'The NOTICE of a large SBOM', floor: 'the bar in brackets' },
  { name: 'bench:digest', measures: 'A digest of alarms', floor: 'the bar in brackets' },
  { name: 'bench:finding', measures: 'Finding components across SBOMs', floor: 'a lookup by primary key' },
  { name: 'bench:analysis', measures: 'An analysis after the clone', floor: 'the bar in brackets' },
  { name: 'bench:monitoring', measures: 'Scheduling, and what it costs an upload', floor: 'the same upload without monitoring' },
  { name: 'bench:fairness', measures: 'Organizations side by side', floor: 'the same organization alone' },
  { name: 'bench:load', measures: 'Overload', floor: 'the rate that the process can do' },
  { name: 'bench:indexes', measures: 'An index of all packages of a registry', floor: 'a day later' },
  { name: 'bench:sync', measures: 'A feed of the size of the NVD', floor: 'the bar in brackets' },
]; // prettier-ignore

const page = join(root, 'docs/benchmarks.md');
const begin = (name) => `<!-- begin ${name} -->`;
const end = (name) => `<!-- end ${name} -->`;

/** @returns {string} the section of a bench, as it stands between its marks */
function section({ name, measures, floor, arguments: given = [] }, output, load) {
  const shown = given.map((one) => one.replace(/^CATALOG$/, 'CATALOG_DIR')).join(' ');
  const command = `npm run ${name}${shown === '' ? '' : ` -- ${shown}`}`;
  const when = `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return [
    `## ${measures}`,
    `\`${command}\`, compared with ${floor}. Measured ${when}, load before it ${load.toFixed(1)}, on ${machine()}.`,
    `\`\`\`text\n${output.trim()}\n\`\`\``,
  ].join('\n\n');
}

function machine() {
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${availableParallelism()} processors (${cpus()[0].model.trim()}), ${memory} GiB, Node.js ${process.versions.node}`;
}

/** The section goes to the place of its marks, or before the mark of the end of all figures. */
export function replaceSection(text, name, content) {
  const marked = `${begin(name)}\n\n${content}\n\n${end(name)}`;
  const [from, to] = [text.indexOf(begin(name)), text.indexOf(end(name))];
  if (from !== -1 && to > from) return text.slice(0, from) + marked + text.slice(to + end(name).length);
  return text.replace('<!-- figures end -->', () => `${marked}\n\n<!-- figures end -->`);
}

function option(name, rest) {
  const at = rest.indexOf(`--${name}`);
  return at === -1 ? null : rest.splice(at, 2)[1];
}

function run(bench, options) {
  const given = (bench.arguments ?? []).map((one) => options[one] ?? one);
  if (given.some((one) => one === 'CATALOG')) return console.log(`${bench.name}: left out, it needs --catalog DIR`);
  console.log(`${bench.name} …`);
  const [load] = loadavg();
  const { status, stdout } = spawnSync('npm', ['run', '--silent', bench.name, '--', ...given], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 2 ** 24,
  });
  if (status !== 0) {
    process.exitCode = 1;
    return console.error(`${bench.name} failed; its section is left as it was.`);
  }
  // What the build says of itself, and rewritten lines of progress.
  const lines = stdout.split('\n').map((line) => line.slice(line.lastIndexOf('\r') + 1));
  const output = lines.filter((line) => !/^(Building|workbench: |round \d)/.test(line)).join('\n');
  writeFileSync(page, replaceSection(readFileSync(page, 'utf8'), bench.name, section(bench, output, load)));
}

if (process.argv[1] === import.meta.filename) {
  const rest = process.argv.slice(2);
  const options = { CATALOG: option('catalog', rest) };
  const unknown = rest.filter((name) => !benches.some((bench) => bench.name === name));
  if (unknown.length > 0) {
    console.error(`No bench is called ${unknown.join(', ')}; there are ${benches.map(({ name }) => name).join(', ')}.`);
    process.exit(2);
  }
  for (const bench of benches) if (rest.length === 0 || rest.includes(bench.name)) run(bench, options);
}
