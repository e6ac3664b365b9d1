import type { ManifestKind } from '../manifest-kind.js';
import type { ContentsBuilder } from '../contents-builder.js';
import type { ManifestFile } from '../manifest-kind.js';
import { folderOf } from '../paths.js';
import { manifestText } from '../reading/text-file.js';
import { imageComponent } from './image-reference.js';

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

const maxLineLength = 4_096;

async function read(file: ManifestFile, out: ContentsBuilder): Promise<void> {
  const lines = (await manifestText(file.bytes)).split('\n');
  const has = (name: string): boolean => lines.some((line) => line.startsWith(`${name}:`));
  if (!has('apiVersion') || !has('kind')) return;
  const project = out.addProject(folderOf(file.path));
  for (const [index, raw] of lines.entries()) {
    const written = /^\s*(?:-\s+)?image:\s+(\S.*)$/.exec(raw.slice(0, maxLineLength))?.[1];
    if (written === undefined) continue;
    const image = written
      .replace(/\s+#.*$/, '')
      .trim()
      .replace(/^(["'])(.*)\1$/, '$2');
    const found = imageComponent(image, index + 1);
    if (found) out.addDependency(project, out.addComponent(found));
    else out.addWarning(index + 1, `The image ${image.slice(0, 80)} is unknown: a template names it, or it is none`);
  }
}
