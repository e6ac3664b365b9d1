import type { ContentsBuilder, ManifestEntry } from '../contents-builder.js';
import type { ManifestFile, ManifestKind } from '../manifest-kind.js';
import { helmChart } from '../helm/helm-chart.js';
import { folderOf } from '../paths.js';
import { remoteSource } from '../reading/remote-source.js';
import { asciiText, manifestText } from '../reading/text-file.js';
import { yamlScalar } from '../reading/yaml-file.js';
import { imageComponent, imageOfParts } from './image-reference.js';

/**
 * Objects of Kubernetes in the folders that are usual for them: the images of their containers. Files of this kind are
 * often templates, which are no YAML, so lines are read; a file without `apiVersion` and `kind` is none.
 */
export const kubernetes: ManifestKind = {
  id: 'kubernetes',
  ecosystem: 'docker',
  nature: 'declared',
  files: [
    'k8s/*.yaml',
    'kubernetes/*.yaml',
    'kustomize/*.yaml',
    'templates/*.yaml',
    'deploy/*.yaml',
    'manifests/*.yaml',
  ],
  matches: (path) =>
    /(?:^|\/)(?:k8s|kubernetes|kustomize|templates|deploy(?:ments?)?|manifests)\/(?:[^/]+\/){0,6}[^/]+\.ya?ml$/.test(
      path,
    ) && !/(?:^|\/)\.(?:github|gitlab|circleci)\//.test(path),
  read,
};

/** Objects of Kubernetes in any other YAML file, by its content. */
export const kubernetesObject: ManifestKind = {
  ...kubernetes,
  id: 'kubernetes-object',
  files: ['*.yaml', '*.yml'],
  matches: (path) => /\.ya?ml$/.test(path),
  recognizes: (bytes) => {
    const text = asciiText(bytes);
    return (
      /^apiVersion:/m.test(text) &&
      /^kind:/m.test(text) &&
      (/^[ ]*(?:-[ ]+)?(?:image|chart):/m.test(text) || /^kind:[ ]*(?:OCI|Git)Repository\b/m.test(text))
    );
  },
};

const maxLineLength = 4_096;

async function read(file: ManifestFile, out: ContentsBuilder): Promise<void> {
  const lines = (await manifestText(file.bytes)).split(/\r?\n/).map((line) => line.slice(0, maxLineLength));
  const has = (name: string): boolean => lines.some((line) => line.startsWith(`${name}:`));
  if (!has('apiVersion') || !has('kind')) return;
  const project = out.addProject(folderOf(file.path));
  for (const [index, raw] of lines.entries()) {
    for (const written of [...imagesIn(raw), ...imageVolume(lines, index)]) {
      const image = yamlScalar(written);
      if (image === '' || image.startsWith('#')) continue;
      const found = imageComponent(image, index + 1);
      if (found) out.addDependency(project, out.addComponent(found));
      else out.addWarning(index + 1, `The image ${image.slice(0, 80)} is unknown: a template names it, or it is none`);
    }
  }
  for (const found of deployedIn(lines)) out.addDependency(project, out.addComponent(found));
}

/** A member of its own line, or those of collections in braces: `[{name: a, image: "b:1"}]`. */
function imagesIn(line: string): string[] {
  const own = /^\s*(?:-\s+)?image:\s+(\S.*)$/.exec(line)?.[1];
  if (own !== undefined) return [own];
  if (!line.includes('image') || line.trimStart().startsWith('#')) return [];
  const inBraces = line.matchAll(
    /[{,]\s{0,80}["']?image["']?:\s{1,80}("[^"]{0,1000}"|'[^']{0,1000}'|[^\s,{}[\]"']{1,1000})/g,
  );
  return [...inBraces].map((match) => match[1]!);
}

/** A volume that is an image (`image:`, and in it `reference:`); the line is that of the image. */
function imageVolume(lines: readonly string[], index: number): string[] {
  const [, indent] = /^(\s*(?:-\s+)?)image:\s*(?:#.*)?$/.exec(lines[index]!) ?? [];
  if (indent === undefined) return [];
  for (const line of lines.slice(index + 1, index + 1 + maxVolumeLines)) {
    const [, inner = '', written] = /^(\s*)(?:reference:\s+(\S.*))?/.exec(line) ?? [];
    if (line.trim() !== '' && !line.trimStart().startsWith('#') && inner.length <= indent.length) return [];
    if (written !== undefined) return [written];
  }
  return [];
}
const maxVolumeLines = 8;

/** Charts and repositories of Flux, Argo CD and K3s, in each document of a file. */
function* deployedIn(lines: readonly string[]): Iterable<ManifestEntry> {
  let start = 0;
  for (let at = 0; at <= lines.length; at += 1) {
    if (at < lines.length && !/^---(?:\s|$)/.test(lines[at]!)) continue;
    yield* deployed(lines.slice(start, at), start + 1);
    start = at + 1;
  }
}

/**
 * `HelmRelease`, `OCIRepository` and `GitRepository` of Flux, `Application` and `ApplicationSet` of Argo CD with all of
 * their sources, `HelmChart` of K3s.
 */
function* deployed(document: readonly string[], first: number): Iterable<ManifestEntry> {
  const kind = yamlScalar((document.find((line) => line.startsWith('kind:')) ?? '').slice('kind:'.length));
  if (kind === 'GitRepository' || kind === 'OCIRepository') yield* repositoryOf(kind, document, first);
  const fields = chartFields.get(kind);
  if (fields === undefined) return;
  const charts = document.flatMap((line, index) => (/^\s+(?:-\s+)?chart:\s+\S/.test(line) ? index : []));
  for (const at of charts.slice(0, maxCharts)) {
    const block = siblingsOf(document, at);
    const name = valueOf(block, 'chart');
    const [version, repository] = fields.map((field) => valueOf(block, field));
    if (/^[\w.-]+$/.test(name)) yield helmChart({ name, version: version!, repository: repository!, line: first + at });
  }
}

/** Of each kind with charts: its fields for the version and the repository; that of Flux is an object of its own. */
const chartFields: ReadonlyMap<string, readonly [version: string, repository: string]> = new Map([
  ['HelmRelease', ['version', '']],
  ['Application', ['targetRevision', 'repoURL']],
  ['ApplicationSet', ['targetRevision', 'repoURL']],
  ['HelmChart', ['version', 'repo']],
]);
const maxCharts = 200;
const maxSiblings = 100;

function* repositoryOf(kind: string, document: readonly string[], first: number): Iterable<ManifestEntry> {
  const value = (name: string): string => valueOf(document, name);
  const [url, tag, line] = [value('url'), value('tag'), first + lineOf(document, 'url')];
  if (kind === 'GitRepository') {
    const ref = ['commit', 'tag', 'semver', 'branch'].map(value).find((text) => text !== '') ?? '';
    const found = remoteSource(`git::${url}?ref=${ref}`, '', line);
    if (found) yield found;
    return;
  }
  const found = imageOfParts({ name: url.replace(/^oci:\/\//, ''), tag, digest: '' }, line);
  const requested = value('semver');
  if (found) yield tag === '' && requested !== '' ? { ...found, requirement: requested } : found;
}

function lineOf(lines: readonly string[], name: string): number {
  const pattern = new RegExp(`^\\s+(?:-\\s+)?${name}:\\s+\\S`);
  return lines.findIndex((line) => pattern.test(line));
}

const valueOf = (lines: readonly string[], name: string): string =>
  name === '' ? '' : yamlScalar((lines[lineOf(lines, name)] ?? '').replace(/^[^:]*:/, ''));

/** Where the key of a line begins. */
const columnOf = (line: string): number => /^\s*(?:-\s+)?/.exec(line)![0].length;

/** The members of the object that a line is one of. */
function siblingsOf(lines: readonly string[], at: number): string[] {
  const column = columnOf(lines[at]!);
  const isWithin = (line: string): boolean => /^\s*(?:#|$)/.test(line) || columnOf(line) >= column;
  const isFirst = (line: string): boolean => columnOf(line) === column && /^\s*-\s/.test(line);
  let [start, end] = [at, at + 1];
  while (start > 0 && at - start < maxSiblings && !isFirst(lines[start]!) && isWithin(lines[start - 1]!)) start -= 1;
  while (end < lines.length && end - at < maxSiblings && isWithin(lines[end]!) && !isFirst(lines[end]!)) end += 1;
  return lines.slice(start, end).filter((line) => line.trim() !== '' && columnOf(line) === column);
}
