import type { Json } from '../../model/document.js';
import { isObject, ownMember, textOf } from '../../model/json.js';
import { imageComponent, imageOfParts } from '../ci/image-reference.js';
import type { ContentsBuilder, ManifestEntry } from '../contents-builder.js';
import type { ManifestFile, ManifestKind } from '../manifest-kind.js';
import { baseName, folderOf } from '../paths.js';
import { readYamlFile, type YamlFile } from '../reading/yaml-file.js';

/** Values of a Helm chart: the images that they name in the usual ways (helm.sh, "Best Practices", "Values"). */
export const helmValues: ManifestKind = {
  id: 'helm-values',
  ecosystem: 'docker',
  nature: 'declared',
  files: ['values.yaml', 'values.yml', 'values-*.yaml', '*-values.yaml'],
  matches: (path) => /^(?:[\w.-]*[-_.])?values(?:[-_.][\w.-]*)?\.ya?ml$/.test(baseName(path)),
  read,
};

const maxDepth = 64;

async function read(file: ManifestFile, out: ContentsBuilder): Promise<void> {
  const yaml = await readYamlFile(file.bytes);
  const project = out.addProject(folderOf(file.path));
  for (const image of imagesIn(yaml.root, '', { yaml, depth: 0 })) out.addDependency(project, out.addComponent(image));
}

function* imagesIn(
  value: Json,
  key: string,
  { yaml, depth }: { yaml: YamlFile; depth: number },
): Iterable<ManifestEntry> {
  if (depth > maxDepth) return;
  if (Array.isArray(value)) for (const item of value) yield* imagesIn(item, key, { yaml, depth: depth + 1 });
  else if (isObject(value)) {
    const image = imageOf(value, key, yaml);
    if (image) yield image;
    else for (const [name, member] of Object.entries(value)) yield* imagesIn(member, name, { yaml, depth: depth + 1 });
  } else if (/image$/i.test(key) && /[/:]/.test(textOf(value))) {
    const found = imageComponent(textOf(value), yaml.lineOfValue(textOf(value)));
    if (found) yield found;
  }
}

/** `{registry, repository, tag, digest}`. Without a tag it is that of the chart's own version: unknown here. */
function imageOf(value: { readonly [name: string]: Json }, key: string, yaml: YamlFile): ManifestEntry | null {
  const of = (name: string): string => textOf(ownMember(value, name));
  const [registry, tag, digest] = [of('registry'), of('tag'), of('digest')];
  const repository = of('repository') || (registry !== '' ? of('name') : '');
  const isImage = /image$/i.test(key) || ['tag', 'digest', 'registry', 'pullPolicy'].some((name) => ownMember(value, name) !== undefined); // prettier-ignore
  if (repository === '' || !isImage) return null;
  const name = registry === '' ? repository : `${registry}/${repository}`;
  return imageOfParts({ name, tag, digest }, yaml.lineOfValue(repository));
}
