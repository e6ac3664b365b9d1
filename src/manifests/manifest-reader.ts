import type { BomComponent, BomEvent } from '../model/document.js';
import { FormatError, type ByteSource, type ParseLimits } from '../formats/format.js';
import { isSbomAmongFiles, isSurelySbom } from '../formats/index.js';
import { componentDraft } from '../formats/component-draft.js';
import type { DocumentReader } from '../formats/open-document.js';
import { otherDocument } from '../formats/other-documents.js';
import { manifestFor, manifestKinds, readManifest } from './index.js';
import { knownManifestFor, type KnownManifest } from './known-manifests.js';
import { manifestLimits } from './limits.js';
import type { ManifestContents } from './manifest.js';
import type { ManifestKind } from './manifest-kind.js';
import { baseName } from './paths.js';
import { ProjectSbomBuilder } from './project-sbom-builder.js';

/**
 * What reads a single file that is a manifest, by its name, or else by its content; undefined for an SBOM and for what
 * is neither.
 *
 * @param head the first characters of the file
 * @throws FormatError `unknown_format` for a manifest of a kind that no reader reads
 */
export function findManifestReader(head: string, fileName: string): DocumentReader | undefined {
  const name = baseName(fileName.replaceAll('\\', '/'));
  if (isSurelySbom(head, name)) return undefined;
  const likely = otherDocument(head)?.manifest;
  if (likely === undefined && /\.txt$/i.test(name) && isSbomAmongFiles(head)) return undefined;
  const path = manifestFor(name) ? name : likely;
  const kind = path === undefined ? null : manifestFor(path);
  if (kind) return { id: kind.id, parse: (source, limits) => parse(kind, path!, source, limits) };
  const known = knownManifestFor(name);
  if (known) throw new FormatError('unknown_format', unreadMessage(name, known));
  return undefined;
}

const unreadMessage = (name: string, { coveredBy = [] }: KnownManifest): string => {
  const locks = filesOf(coveredBy);
  const advice =
    locks === '' ? 'send an SBOM that a tool of its ecosystem writes' : `send its lock file (${locks}), or an SBOM`;
  return `No reader reads files like ${name.slice(0, 80)}: ${advice}`;
};

const filesOf = (kinds: readonly string[]): string =>
  manifestKinds.flatMap(({ id, files }) => (kinds.includes(id) ? files.slice(0, 1) : [])).join(', ');

const subjectRef = 'subject';

async function* parse(
  kind: ManifestKind,
  path: string,
  source: ByteSource,
  limits: ParseLimits,
): AsyncIterable<readonly BomEvent[]> {
  const contents = await readManifest(kind, { path, bytes: await bytesOf(source), tree: onlyFile });
  if (contents.failure !== null) throw new FormatError('malformed', failureMessage(path, contents));
  const { components, warnings } = contents;
  if (components.length > limits.maxComponents)
    throw new FormatError('limit', `There are more components than the limit of ${limits.maxComponents}`);
  const component = subjectOf(contents, path);
  yield [
    { type: 'header', header: { family: 'cyclonedx', specVersion: '1.6', name: component.name } },
    { type: 'subject', component },
    ...warnings.map(({ place, message }) => ({
      type: 'warning' as const,
      warning: { place: `line ${place.line}`, message },
    })),
  ];
  if (components.length === 0 && warnings.length === 0)
    yield [{ type: 'warning', warning: { place: '', message: 'The file names no component' } }];
  const builder = new ProjectSbomBuilder(subjectRef);
  builder.add(kind, contents);
  yield* builder.events();
  const unversioned = components.filter(({ version }) => version === '');
  if (unversioned.length === 0) return;
  const message = unversionedMessage(unversioned.length, components.length, kind);
  yield [{ type: 'warning', warning: { place: `line ${unversioned[0]!.place.line}`, message } }];
}

const onlyFile = { read: () => Promise.resolve(null), named: () => [] };

async function bytesOf(source: ByteSource): Promise<Uint8Array> {
  if (source.size > manifestLimits.maxBytes)
    throw new FormatError('limit', `The manifest is larger than the limit of ${manifestLimits.maxBytes} bytes`);
  return source.read(0, source.size);
}

const failureMessage = (path: string, { failure, components }: ManifestContents): string =>
  `The file is read as ${baseName(path)}, and cannot be read${components.length > 0 ? ' to its end' : ''}: ${failure}`;

/** The project of the file, if it names one. */
function subjectOf({ projects }: ManifestContents, path: string): BomComponent {
  const project = projects.find((one) => one.path === '') ?? projects[0];
  const draft = componentDraft({ ref: subjectRef, place: '' });
  return { ...draft, type: 'application', name: project?.name || baseName(path), version: project?.version ?? '' };
}

function unversionedMessage(count: number, total: number, { coveredBy = [] }: ManifestKind): string {
  const locks = filesOf(coveredBy);
  const advice = locks === '' ? '' : `: its lock file (${locks}) says which versions are in use`;
  return `${count} of ${total} components have no version, for the file holds requirements${advice}`;
}
