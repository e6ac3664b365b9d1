/**
 * The order of the rooms (docs/adr/0001-rooms.md), kept by a machine: each room imports only rooms to its left, pure
 * folders import no framework and no I/O, and no files import each other in a circle.
 *
 * As a command it checks `src` and exits 1 on a breach; as a module it serves the test that plants breaches.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

export const roomOrder = [
  ['model'],
  ['platform'],
  ['organizations'],
  ['jobs'],
  ['webhooks'],
  ['formats'],
  ['catalog'],
  ['resolution'],
  ['scores'],
  ['rulesets'],
  ['sboms'],
  ['projects'],
  ['monitoring'],
  ['retention'],
  ['web', 'cli'],
];

/** Folders that hold intelligence only: no Nest, no database, no queue, no Node I/O. Room order holds on top of it. */
export const pureFolders = [
  'model',
  'formats',
  'resolution/matching',
  'scores/metrics',
  'scores/vulnerabilities',
  'rulesets/rules',
  'projects/manifests',
];

/** Pure folders may import from these rooms and from packages that do no I/O. */
const pureMayImportRooms = ['model', 'formats', 'resolution/matching', 'scores/metrics', 'scores/vulnerabilities'];
const impurePackages =
  /^(@nestjs\/|typeorm$|pg$|pg-|bullmq$|ioredis$|pino|multer$|express$|passport|@aws-sdk\/|(node:)?(fs|net|http|https|http2|tls|dns|dgram|child_process|cluster|worker_threads|readline|repl|inspector|os)(\/|$))/;

const importPattern =
  /(?:^|\n)\s*(?:import|export)\s+(?:type\s+)?(?:[^'";]*?\s+from\s+)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/g;

function* sourceFiles(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* sourceFiles(path);
    else if (entry.name.endsWith('.ts')) yield path;
  }
}

function importsOf(text) {
  return [...text.matchAll(importPattern)].map((match) => match[1] ?? match[2]);
}

const rankOf = (room) => roomOrder.findIndex((rooms) => rooms.includes(room));

function findCircles(graph) {
  const circles = [];
  const state = new Map();
  const walk = (file, path) => {
    state.set(file, 'open');
    for (const next of graph.get(file) ?? []) {
      if (state.get(next) === 'open') circles.push([...path.slice(path.indexOf(next)), next]);
      else if (!state.has(next)) walk(next, [...path, next]);
    }
    state.set(file, 'done');
  };
  for (const file of graph.keys()) if (!state.has(file)) walk(file, [file]);
  return circles;
}

/** @returns {{ files: number, breaches: string[] }} */
export function checkRooms(sourceFolder) {
  const breaches = [];
  const graph = new Map();
  let files = 0;
  for (const path of sourceFiles(sourceFolder)) {
    files += 1;
    const file = relative(sourceFolder, path).split(sep).join('/');
    const room = file.includes('/') ? file.split('/')[0] : null; // null: app.module, main and other roots of the house
    const pure = pureFolders.find((folder) => file.startsWith(`${folder}/`));
    if (room !== null && rankOf(room) < 0) breaches.push(`${file}: "${room}" is no room; see scripts/rooms.mjs`);
    const targets = [];
    for (const specifier of importsOf(readFileSync(path, 'utf8'))) {
      if (!specifier.startsWith('.')) {
        if (pure && impurePackages.test(specifier)) breaches.push(`${file}: pure folder ${pure} imports ${specifier}`);
        continue;
      }
      const target = relative(sourceFolder, resolve(dirname(path), specifier))
        .split(sep)
        .join('/')
        .replace(/\.js$/, '.ts');
      targets.push(target);
      const targetRoom = target.includes('/') ? target.split('/')[0] : null;
      if (room === null) continue;
      if (
        targetRoom === null ||
        rankOf(targetRoom) > rankOf(room) ||
        (targetRoom !== room && rankOf(targetRoom) === rankOf(room))
      )
        breaches.push(`${file}: room ${room} imports ${target}, which stands to its right`);
      if (
        pure &&
        !pureMayImportRooms.some((folder) => target.startsWith(`${folder}/`)) &&
        !target.startsWith(`${pure}/`)
      )
        breaches.push(`${file}: pure folder ${pure} imports ${target}, which is not pure`);
    }
    graph.set(file, targets);
  }
  for (const circle of findCircles(graph)) breaches.push(`circle: ${circle.join(' -> ')}`);
  return { files, breaches };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { files, breaches } = checkRooms(resolve(process.argv[2] ?? 'src'));
  for (const breach of breaches) console.error(breach);
  console.log(`rooms: ${files} files, ${breaches.length} breaches`);
  process.exitCode = breaches.length > 0 || files === 0 ? 1 : 0;
}
