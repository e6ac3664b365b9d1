import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultLimits } from '../../src/formats/format.js';
import { formatById, formats } from '../../src/formats/index.js';
import { FileSource } from '../../src/platform/storage/file-source.js';
import { generatedSbom } from '../service/generated-sbom.js';
import { generatedBom, written } from './seeds.js';
import { timeYamlReaders } from './yaml-readers.js';

/**
 * How fast each format is read, each in a process of its own, as ratios within one run of its fastest round to the
 * fastest of CycloneDX JSON (and that to `JSON.parse`): `npm run bench:formats -- [components]`. With `yaml [components]`
 * it compares the two YAML readers instead.
 */
interface Measured {
  readonly seconds: number;
  readonly components: number;
  readonly peakMb: number;
}

const bars: Readonly<Record<string, string>> = {
  'cyclonedx-json': '2 x JSON.parse',
  'cyclonedx-xml': '3 x',
  'spdx-xml': '3 x',
  'spdx-tag-value': '3 x',
  'cyclonedx-csv': '3 x',
  'cyclonedx-yaml': '6 x',
  'spdx-yaml': '6 x',
  'spdx-xlsx': '6 x',
  'cyclonedx-xlsx': '6 x',
  'spdx-csv': '3 x',
};

/** Each is read once in each round: the machine's speed changes from one minute to the next, and all have to meet it. */
const rounds = 4;

if (process.argv[2] === 'read') await readOne(process.argv[3]!, process.argv[4]!);
else if (process.argv[2] === 'yaml') await timeYamlReaders(Number(process.argv[3] ?? 20_000));
else await compare(Number(process.argv[2] ?? 50_000));

async function compare(count: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'stocktake-bench-'));
  const bom = await generatedBom(count);
  const files = new Map([['JSON.parse', join(folder, 'plain.json')]]);
  writeFileSync(files.get('JSON.parse')!, generatedSbom(count));
  for (const format of formats.filter(({ serialize }) => serialize)) {
    files.set(format.id, join(folder, format.id));
    writeFileSync(files.get(format.id)!, await written(format, bom));
  }
  const best = new Map<string, Measured>();
  for (let round = 1; round <= rounds; round += 1) {
    console.log(`round ${round} of ${rounds}`);
    for (const [id, path] of files) {
      const measured = measure(id, path);
      if (measured.seconds < (best.get(id)?.seconds ?? Infinity)) best.set(id, measured);
    }
  }
  const each = (id: string): number => best.get(id)!.seconds / best.get(id)!.components;
  for (const [id, measured] of best) {
    const unit = id === 'JSON.parse' || id === 'cyclonedx-json' ? 'JSON.parse' : 'cyclonedx-json';
    show(id, measured, each(id) / each(unit), bars[id] ?? '-');
  }
  rmSync(folder, { recursive: true });
}

function show(name: string, { seconds, peakMb }: Measured, ratio: number, bar: string): void {
  const figures = [`${seconds.toFixed(2)} s`, `${ratio.toFixed(2)} x`, `${peakMb.toFixed(0)} MB`];
  console.log(`${name.padEnd(18)} ${figures.map((figure) => figure.padStart(10)).join('')}  (bar: ${bar})`);
}

function measure(id: string, path: string): Measured {
  const { stdout, stderr } = spawnSync(process.execPath, [process.argv[1]!, 'read', id, path], { encoding: 'utf8' });
  if (stdout === '') throw new Error(`${id}: ${stderr}`);
  return JSON.parse(stdout) as Measured;
}

async function readOne(id: string, path: string): Promise<void> {
  const source = await FileSource.open(path);
  const start = performance.now();
  let components = 0;
  if (id === 'JSON.parse') {
    const pieces: Uint8Array[] = [];
    for await (const piece of source.stream()) pieces.push(piece);
    components = (JSON.parse(Buffer.concat(pieces).toString()) as { components: unknown[] }).components.length;
  } else
    for await (const events of formatById(id)!.parse(source, defaultLimits))
      for (const { type } of events) if (type === 'component') components += 1;
  const seconds = (performance.now() - start) / 1_000;
  const peakMb = process.resourceUsage().maxRSS / 1_024;
  process.stdout.write(JSON.stringify({ seconds, components, peakMb } satisfies Measured));
  await source.close();
}
