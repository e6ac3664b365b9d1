import { projectComponent } from './subject.js';
import type { BomEvent } from '../../model/document.js';
import { checkText, fileKind } from '../../formats/containers/file-kinds.js';
import { FormatError } from '../../formats/format.js';
import { detectFormat } from '../../formats/index.js';
import { decodeHead } from '../../formats/reading/text.js';
import { manifestFor, readManifest } from '../manifests/index.js';
import { ProjectSbomBuilder } from '../manifests/project-sbom-builder.js';
import { sourceTree, type SourceFiles } from '../sources/source-files.js';
import { hasBomName } from '../sources/relevant-paths.js';
import { maxListed, type AnalysisReport, type AnalyzeInput } from './analyze-protocol.js';

/** Copies of third-party trees: their manifests do not describe the project. */
const vendoredPaths = /(?:^|\/)(?:node_modules|\.git|bower_components|site-packages\/pip\/_vendor)\//;
/** The pom inside a jar names the dependencies of its build, not those that it ships. */
const bundledPom = /!\/META-INF\/maven\/[^/]+\/[^/]+\/pom\.xml$/;

/** The content of all manifests of a source as events of one document. */
export async function* readTree(
  files: SourceFiles,
  subject: AnalyzeInput['subject'],
  report: (result: AnalysisReport) => void,
): AsyncIterable<readonly BomEvent[]> {
  const tree = sourceTree(files);
  const builder = new ProjectSbomBuilder(subject.ref);
  const manifests: AnalysisReport['manifests'][number][] = [];
  const boms: AnalysisReport['boms'][number][] = [];
  yield [bomHeaderEvent(subject), { type: 'subject', component: projectComponent(subject) }];
  for (const path of [...files.sizes.keys()].sort()) {
    if (vendoredPaths.test(path) || bundledPom.test(path)) continue;
    const kind = manifestFor(path);
    if (kind === null) {
      const format = boms.length < maxListed && hasBomName(path) ? await bomFormat(files, path) : null;
      if (format !== null) boms.push({ path, format });
      continue;
    }
    const bytes = await tree.read(path);
    if (bytes === null) {
      yield [warningEvent(path, 'The manifest is larger than the limit and was not read')];
      continue;
    }
    const contents = await readManifest(kind, { path, bytes, tree });
    builder.add(kind, contents);
    if (manifests.length < maxListed) manifests.push({ path, kind: kind.id, components: contents.components.length });
    if (contents.warnings.length > 0)
      yield contents.warnings.map(({ place, message }) => warningEvent(`${place.file}, line ${place.line}`, message));
  }
  let dependencies = 0;
  for (const events of builder.events()) {
    for (const event of events) if (event.type === 'dependency') dependencies += event.dependency.to.length;
    yield events;
  }
  report({ files: files.sizes.size, manifests, boms, dependencies });
}

export const bomHeaderEvent = ({ name }: AnalyzeInput['subject']): BomEvent => ({
  type: 'header',
  header: { family: 'cyclonedx', specVersion: '1.6', name },
});

const warningEvent = (place: string, message: string): BomEvent => ({ type: 'warning', warning: { place, message } });

const maxBomBytes = 64 * 1024 * 1024;

/** Format of a file that is named like an SBOM, detected from its content; null if it is not one. */
async function bomFormat(files: SourceFiles, path: string): Promise<string | null> {
  if ((files.sizes.get(path) ?? Infinity) > maxBomBytes) return null;
  const bytes = await files.read(path);
  return bytes && formatOfText(bytes.subarray(0, 64 * 1024));
}

function formatOfText(bytes: Uint8Array): string | null {
  try {
    if (fileKind(bytes) !== 'text') return null;
    const head = decodeHead(bytes);
    checkText(head);
    return detectFormat(head)?.id ?? null;
  } catch (error) {
    if (error instanceof FormatError) return null;
    throw error;
  }
}
