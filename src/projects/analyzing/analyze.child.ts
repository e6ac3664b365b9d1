import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { BomEvent } from '../../model/document.js';
import { unwrap } from '../../formats/containers/unwrap.js';
import { FormatError } from '../../formats/format.js';
import { detectFormat, isSbomAmongFiles } from '../../formats/index.js';
import { FileSource } from '../../platform/storage/file-source.js';
import { runReader, writeRows } from '../../sboms/importing/reader-process.js';
import type { OutsidePoms } from '../../manifests/manifest-kind.js';
import { manifestFor } from '../../manifests/index.js';
import { imageFiles } from '../../trees/archive/image-files.js';
import { UnpackedFiles } from '../../trees/archive/unpacked-files.js';
import { Unpacker } from '../../trees/archive/unpack.js';
import { openFolderFiles } from '../sources/folder-files.js';
import { openGitFiles } from '../sources/git/git-files.js';
import type { FileLocation } from '../sources/source-location.js';
import { isPackageArchive } from '../../trees/relevant-paths.js';
import { sourceLimits, type SourceFiles } from '../../trees/source-files.js';
import type { AnalyzeInput } from './analyze-protocol.js';
import { productComponent, projectComponent, type ProductName } from '../../trees/subject.js';
import {
  maxRequirements,
  openRequirement,
  requirementKey,
  withResolvedRequirements,
  type OpenRequirement,
} from '../../trees/requirements.js';
import type { TreeReport } from '../../trees/tree-report.js';
import { filesUnder, npmPackageVersion } from '../../trees/archive/npm-tarball.js';
import { bomHeaderEvent, warningEvent, type TreeSubject } from '../../trees/tree-events.js';
import { askForPoms, readTree, type TreeOptions } from '../../trees/tree-reading.js';

/**
 * Child process: reads a fetched source and writes staging rows to standard output, like `parse.child`. It has no
 * database, no network and no secrets, and runs no program but git on the objects.
 */
async function main(): Promise<void> {
  const input = JSON.parse(await text(process.stdin)) as AnalyzeInput;
  if (input.question) return ask(input);
  let reported: TreeReport = { files: 0, manifests: [], boms: [], dependencies: 0, gaps: [] };
  const report = (result: TreeReport): void => void (reported = result);
  const events = eventsOf(input, report);
  await writeRows(input.resolved ? withResolvedRequirements(events, input.resolved) : events, (writer) =>
    writer.end('analysis', reported),
  );
}

/** Of trees only: an archive would be unpacked once for the question and once more for its answer. */
async function ask(input: AnalyzeInput): Promise<void> {
  const { tree, folder } = input;
  let answer: readonly unknown[] = [];
  if (tree.kind === 'git' || tree.kind === 'folder') {
    const files = await (tree.kind === 'git' ? openGitFiles(folder, tree) : openFolderFiles(tree.path, tree.notFetched)); // prettier-ignore
    answer = await (input.question === 'poms' ? wantedPoms(files, input) : openRequirements(files, input));
    await files.close();
  }
  process.stdout.write(JSON.stringify(answer));
}

/** The coordinates of the poms that those of the tree refer to. */
async function wantedPoms(files: SourceFiles, input: AnalyzeInput): Promise<string[]> {
  const poms = outsidePoms(input)!;
  await askForPoms(files, input.paths, poms);
  return [...poms.wanted];
}

async function openRequirements(files: SourceFiles, input: AnalyzeInput): Promise<OpenRequirement[]> {
  const open = new Map<string, OpenRequirement>();
  for await (const events of readTree(files, optionsWithPoms(input), () => undefined))
    for (const event of events) {
      const one = event.type === 'component' ? openRequirement(event.component) : null;
      if (one && open.size < maxRequirements) open.set(requirementKey(one), one);
    }
  return [...open.values()];
}

const treeOptions = ({ subject, paths, mergeSboms, tree }: AnalyzeInput): TreeOptions => ({
  subject,
  paths,
  mergeSboms,
  isArtifact: tree.kind === 'file',
});

function optionsWithPoms(input: AnalyzeInput): TreeOptions {
  const poms = outsidePoms(input);
  const { pomGap } = input;
  return { ...treeOptions(input), ...(poms && { poms }), ...(pomGap && { pomGap }) };
}

function outsidePoms({ poms }: AnalyzeInput): OutsidePoms | undefined {
  if (!poms) return undefined;
  const given = new Map(Object.entries(poms));
  return {
    wanted: new Set(),
    get: (coordinates) => (given.has(coordinates) ? Buffer.from(given.get(coordinates)!) : null),
  };
}

function eventsOf(input: AnalyzeInput, report: (result: TreeReport) => void): AsyncIterable<readonly BomEvent[]> {
  const { tree } = input;
  switch (tree.kind) {
    case 'names':
      return readNames(input, tree.names);
    case 'git':
      return readFiles(input, () => openGitFiles(input.folder, tree), report);
    case 'folder':
      return readFiles(input, () => openFolderFiles(tree.path, tree.notFetched), report);
    case 'file':
      return readArtifact(input, tree, report);
  }
}

async function* readNames(
  { subject }: AnalyzeInput,
  names: readonly ProductName[],
): AsyncIterable<readonly BomEvent[]> {
  yield [bomHeaderEvent(subject), { type: 'subject', component: projectComponent(subject) }];
  const components = names.map((name, index) => productComponent(`name:${index + 1}`, name));
  yield components.map((component) => ({ type: 'component', component }));
  const to = components.map(({ ref }) => ref);
  yield [{ type: 'dependency', dependency: { from: subject.ref, to, kind: 'depends-on' } }];
}

async function* readFiles(
  input: AnalyzeInput,
  open: () => Promise<SourceFiles>,
  report: (result: TreeReport) => void,
): AsyncIterable<readonly BomEvent[]> {
  const files = await open();
  try {
    yield* readTree(files, optionsWithPoms(input), report);
  } finally {
    await files.close();
  }
}

const leftOutMessage = (count: number): string =>
  `${count} ${count === 1 ? 'object was' : 'objects were'} not fetched, as the name says neither manifest, SBOM nor archive: a program among them was not looked at`;

/** A tar pads what it holds with zeros, and sources contain empty tables. */
const ratioFrom = 10 * 1024 * 1024;

/** An archive is a tree; a single file is an SBOM or a manifest. */
async function* readArtifact(
  input: AnalyzeInput,
  { path, name, leftOut }: FileLocation,
  report: (result: TreeReport) => void,
): AsyncIterable<readonly BomEvent[]> {
  if (leftOut) yield [warningEvent(leftOut.first, leftOutMessage(leftOut.count))];
  const { limits, folder } = input;
  const bounds = { ...sourceLimits, maxBytes: limits.maxBytes, maxRatio: limits.maxRatio, ratioFrom };
  const file = await FileSource.open(path);
  const files = await UnpackedFiles.open(join(folder, 'spool'), bounds);
  const unpacker = new Unpacker(files, folder, bounds);
  try {
    const isArchive = await unpacker.unpack(file, name, '');
    for (const { path: at, message } of unpacker.warnings) yield [{ type: 'warning', warning: { place: at, message } }];
    const image = isArchive ? await imageFiles(files) : null;
    for (const { path: at, message } of image?.warnings ?? [])
      yield [{ type: 'warning', warning: { place: at, message } }];
    const npmVersion = isArchive ? await npmPackageVersion(name, files) : null;
    const subject = await artifactSubject(input.subject, { file, name, version: npmVersion });
    const options = treeOptions({ ...input, subject });
    if (image) return yield* readTree(image.files, options, report);
    if (npmVersion !== null) return yield* readTree(filesUnder(name, files), options, report);
    if (!isArchive && manifestFor(name)) await files.write(name, file.stream());
    if ([...files.sizes.keys()].some((inside) => manifestFor(inside)))
      yield* readTree(files, { ...options, isPackage: isPackageArchive(name) }, report);
    else yield* readBomOrTree(file, files, { ...input, subject }, report);
  } finally {
    await files.close();
    await file.close();
  }
}

/** The project as it is in this artifact: with its version, as the package or the name of the file says, and checksum. */
async function artifactSubject(
  subject: TreeSubject,
  { file, name, version }: { file: FileSource; name: string; version: string | null },
): Promise<TreeSubject> {
  const hash = createHash('sha256');
  for await (const chunk of file.stream()) hash.update(chunk);
  const hashes = [{ algorithm: 'SHA-256', value: hash.digest('hex') }];
  const named = /[-_]v?(\d+(?:\.\d+)+(?:[-.+](?:alpha|beta|rc|cr|m|snapshot|final|release|jre|post|dev)[\w.]*)?)(?=[-_.])/i.exec(name)?.[1]; // prettier-ignore
  return { ...subject, version: version || named || subject.version, hashes };
}

/** An SBOM in any container that importSBOM accepts; an archive without SBOM is read as a tree. */
async function* readBomOrTree(
  file: FileSource,
  files: UnpackedFiles,
  input: AnalyzeInput,
  report: (result: TreeReport) => void,
): AsyncIterable<readonly BomEvent[]> {
  try {
    yield* readBom(file, input);
    report({ files: 1, manifests: [], boms: [], dependencies: 0, gaps: [] });
  } catch (error) {
    const isTree = error instanceof FormatError && /^(unknown_format|ambiguous)$/.test(error.reason);
    if (!isTree || files.sizes.size === 0) throw error;
    yield* readTree(files, treeOptions(input), report);
  }
}

async function* readBom(file: FileSource, { limits, folder }: AnalyzeInput): AsyncIterable<readonly BomEvent[]> {
  let spilled = 0;
  const { source, head } = await unwrap(file, {
    limits,
    spill: async (bytes) => {
      const path = join(folder, `document-${(spilled += 1)}`);
      await pipeline(Readable.from(bytes), createWriteStream(path, { mode: 0o600 }));
      return FileSource.open(path);
    },
    isSbom: isSbomAmongFiles,
  });
  const format = detectFormat(head);
  if (!format) throw new FormatError('unknown_format', 'The artifact is not a supported archive, SBOM or manifest');
  yield* format.parse(source, limits);
}

runReader(main);
