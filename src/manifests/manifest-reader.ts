import type { BomComponent, BomEvent } from '../model/document.js';
import { FormatError, type ByteSource, type ParseLimits } from '../formats/format.js';
import { isSbomAmongFiles, isSurelySbom } from '../formats/index.js';
import { componentDraft } from '../formats/component-draft.js';
import type { DocumentReader } from '../formats/open-document.js';
import { otherDocument } from '../formats/other-documents.js';
import { manifestFor, manifestKinds, readManifest } from './index.js';
import { knownManifestFor, type KnownManifest } from './known-manifests.js';
import { manifestLimits } from './limits.js';
import type { ManifestContents, ManifestProject } from './manifest.js';
import { noTree, type ManifestKind } from './manifest-kind.js';
import { baseName, folderOf } from './paths.js';
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
  const contents = await readManifest(kind, { path, bytes: await bytesOf(source), tree: noTree });
  if (contents.failure !== null) throw new FormatError('malformed', failureMessage(path, contents));
  const { components, warnings } = contents;
  if (components.length > limits.maxComponents)
    throw new FormatError('limit', `There are more components than the limit of ${limits.maxComponents}`);
  const own = ownProject(contents, path);
  const component = subjectOf(own, path);
  const outside = outsideMessages(contents.projects.filter((one) => one !== own));
  yield [
    { type: 'header', header: { family: 'cyclonedx', specVersion: '1.6', name: component.name } },
    { type: 'subject', component },
    ...warnings.map(({ place, mootOnce: _alone, ...warning }) => ({
      type: 'warning' as const,
      warning: { ...warning, place: `line ${place.line}` },
    })),
    ...outside.map((message) => ({ type: 'warning' as const, warning: { place: '', message } })),
  ];
  if (components.length === 0 && warnings.length === 0 && outside.length === 0)
    yield [{ type: 'warning', warning: { place: '', message: 'The file names no component' } }];
  const builder = new ProjectSbomBuilder(subjectRef);
  builder.add(kind, contents);
  yield* builder.events();
  const unversioned = components.filter(({ version }) => version === '');
  if (unversioned.length === 0) return;
  const message = unversionedMessage(unversioned.length, components.length, kind);
  yield [{ type: 'warning', warning: { place: `line ${unversioned[0]!.place.line}`, message } }];
}

async function bytesOf(source: ByteSource): Promise<Uint8Array> {
  if (source.size > manifestLimits.maxBytes)
    throw new FormatError('limit', `The manifest is larger than the limit of ${manifestLimits.maxBytes} bytes`);
  return source.read(0, source.size);
}

const failureMessage = (path: string, { failure, components }: ManifestContents): string =>
  `The file is read as ${baseName(path)}, and cannot be read${components.length > 0 ? ' to its end' : ''}: ${failure}`;

/** The project of the folder of the file; others are what it depends on, or parts of a workspace. */
const ownProject = ({ projects }: ManifestContents, path: string): ManifestProject | undefined =>
  projects.find((one) => one.path === folderOf(path)) ?? projects.find((one) => one.path === '');

function subjectOf(project: ManifestProject | undefined, path: string): BomComponent {
  const draft = componentDraft({ ref: subjectRef, place: '' });
  return { ...draft, type: 'application', name: project?.name || baseName(path), version: project?.version ?? '' };
}

const maxOutside = 100;

/** In a tree such a project is read from its own files, which a single file does not bring. */
function outsideMessages(projects: readonly ManifestProject[]): string[] {
  const messages = projects.slice(0, maxOutside).map(({ name, version, path }) => {
    const title = `${name} ${version}`.trim().slice(0, 200);
    const folder = JSON.stringify((path || '.').slice(0, 200));
    return `${title === '' ? 'A project' : title} in the folder ${folder} is no component: it is not in a registry, and its own files are not here`;
  });
  const more = projects.length - messages.length;
  return more > 0 ? [...messages, `${more} more projects in folders are no components`] : messages;
}

function unversionedMessage(count: number, total: number, { coveredBy = [] }: ManifestKind): string {
  const locks = filesOf(coveredBy);
  const advice = locks === '' ? '' : `: its lock file (${locks}) says which versions are in use`;
  return `${count} of ${total} components have no version, for the file holds requirements${advice}`;
}
