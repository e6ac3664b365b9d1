import { listOf, objectOf, ownMember, textOf } from '../../model/json.js';
import type { ContentsBuilder, ManifestEntry } from '../contents-builder.js';
import { helmChart } from '../helm/helm-chart.js';
import type { ManifestFile, ManifestKind } from '../manifest-kind.js';
import { baseName, folderOf } from '../paths.js';
import { remoteSource } from '../reading/remote-source.js';
import { readYamlFile, type YamlFile } from '../reading/yaml-file.js';
import { imageOfParts } from './image-reference.js';

/** kustomization.yaml (kubectl.docs.kubernetes.io, "kustomization"): images, charts and remote folders. */
export const kustomization: ManifestKind = {
  id: 'kustomization',
  ecosystem: 'docker',
  nature: 'declared',
  files: ['kustomization.yaml', 'kustomization.yml', 'Kustomization'],
  matches: (path) => /^(?:kustomization\.ya?ml|Kustomization)$/.test(baseName(path)),
  read,
};

async function read(file: ManifestFile, out: ContentsBuilder): Promise<void> {
  const yaml = await readYamlFile(file.bytes);
  const project = out.addProject(folderOf(file.path));
  for (const found of [...images(yaml), ...charts(yaml), ...remotes(yaml)])
    out.addDependency(project, out.addComponent(found));
}

/** What replaces the image of a resource: without a new tag its version is that of the resource. */
function* images(yaml: YamlFile): Iterable<ManifestEntry> {
  for (const item of listOf(ownMember(yaml.root, 'images'))) {
    const of = (name: string): string => textOf(ownMember(objectOf(item), name));
    const [tag, digest] = [of('newTag'), of('digest')];
    if (tag === '' && digest === '' && of('newName') === '') continue;
    const name = of('newName') || of('name');
    const found = imageOfParts({ name, tag, digest }, yaml.lineOfValue(name));
    if (found) yield found;
  }
}

function* charts(yaml: YamlFile): Iterable<ManifestEntry> {
  for (const item of listOf(ownMember(yaml.root, 'helmCharts'))) {
    const of = (name: string): string => textOf(ownMember(objectOf(item), name));
    if (of('name') !== '') yield helmChart({ name: of('name'), version: of('version'), repository: of('repo'), line: yaml.lineOfValue(of('name')) }); // prettier-ignore
  }
}

function* remotes(yaml: YamlFile): Iterable<ManifestEntry> {
  for (const list of ['resources', 'bases', 'components', 'crds'])
    for (const item of listOf(ownMember(yaml.root, list))) {
      const found = /^(?:https?:|ssh:|git@|git::|[\w.-]+\.(?:com|org)\/)/.test(textOf(item)) ? remoteSource(textOf(item), '', yaml.lineOf(textOf(item))) : null; // prettier-ignore
      if (found) yield found;
    }
}
