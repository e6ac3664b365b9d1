import type { Json } from '../../model/document.js';
import { listOf, objectOf, ownMember, textOf } from '../../model/json.js';
import type { ContentsBuilder } from '../contents-builder.js';
import type { DependencyScope } from '../manifest.js';
import type { ManifestFile, ManifestKind } from '../manifest-kind.js';
import { baseName, folderOf, joinPath } from '../paths.js';
import { lastDocument, readYamlFile, type YamlFile } from '../reading/yaml-file.js';
import { manifestText } from '../reading/text-file.js';
import { imageComponent } from './image-reference.js';

/** Compose files (docs.docker.com, "Compose file reference"): the images of their services. */
export const compose: ManifestKind = {
  id: 'compose',
  ecosystem: 'docker',
  nature: 'declared',
  files: ['docker-compose.yml', 'docker-compose.yaml', 'compose.yml', 'compose.yaml', 'docker-compose.*.yml'],
  matches: (path) => /^(?:docker-)?compose(?:[._-][\w.-]{1,100})?\.ya?ml$/.test(baseName(path)),
  read: async (file, out) => {
    const { root, lineOf, lineOfValue } = await readYamlFile(file.bytes);
    const images = new Images({ root, lineOf, lineOfValue }, file, out);
    const included = listOf(ownMember(root, 'include')).flatMap((one) => typeof one === 'string' ? one : ownMember(objectOf(one), 'path')); // prettier-ignore
    const others = included.map((path) => ({ path, line: lineOf('include') }));
    for (const service of Object.values(objectOf(ownMember(root, 'services')))) {
      const one = objectOf(service);
      const build = objectOf(ownMember(one, 'build'));
      // What is built here is described by its Dockerfile; the image is the name of the result.
      if (ownMember(one, 'build') === undefined) images.add(ownMember(one, 'image'), 'runtime');
      if (ownMember(build, 'dockerfile_inline') !== undefined)
        out.addWarning(lineOf('dockerfile_inline'), 'The Dockerfile in this file was not read');
      others.push({ path: ownMember(objectOf(ownMember(one, 'extends')), 'file'), line: lineOf('extends') });
    }
    for (const { path, line } of others) if (path !== undefined) warnOfUnread(compose, { path, line }, file, out);
  },
};

/** A file that another names is read by itself, where its name says what it is. */
function warnOfUnread(
  kind: ManifestKind,
  { path, line }: { path: Json; line: number },
  file: ManifestFile,
  out: ContentsBuilder,
): void {
  const written = textOf(path);
  const at = /^\w+:|\$/.test(written) ? null : joinPath(folderOf(file.path), written);
  const isPattern = at?.includes('*') ?? false;
  const isRead = at !== null && kind.matches(at.replaceAll('*', 'x'));
  if (isRead && (isPattern || file.tree.named(baseName(at)).includes(at))) return;
  out.addWarning(line, `The file that ${JSON.stringify(path).slice(0, 80)} names was not read`);
}

/** .gitlab-ci.yml (docs.gitlab.com, "CI/CD YAML syntax reference"): images and services of its jobs. */
export const gitlabCi: ManifestKind = {
  id: 'gitlab-ci',
  ecosystem: 'docker',
  nature: 'declared',
  files: ['.gitlab-ci.yml', '*.gitlab-ci.yml', '.gitlab/ci/*.yml'],
  matches: (path) =>
    /(?:^|\/)(?:[\w.-]*\.gitlab-ci\.ya?ml|\.gitlab(?:-ci|\/ci)\/(?:[^/]+\/){0,6}[^/]+\.ya?ml)$/.test(path),
  read: readGitlabCi,
};

async function readGitlabCi(file: ManifestFile, out: ContentsBuilder): Promise<void> {
  // Inputs of a pipeline or component stand in a document of their own (`spec:`), which names no images.
  const jobs = lastDocument(file.bytes);
  // `!reference [job, part]` is the only tag; what it refers to stands elsewhere in the file.
  const text = (await manifestText(jobs)).replace(/!reference\b/g, '          ');
  const images = new Images(await readYamlFile(Buffer.from(text)), file, out);
  for (const part of [images.yaml.root, ...Object.values(images.yaml.root).map(objectOf)]) {
    images.add(ownMember(part, 'image'), 'build');
    for (const service of listOf(ownMember(part, 'services'))) images.add(service, 'build');
  }
  const { root, lineOf } = images.yaml;
  const children = Object.values(root).map((job) => objectOf(ownMember(objectOf(job), 'trigger')));
  for (const value of [root, ...children].flatMap((part) => ownMember(part, 'include'))) {
    if (value === undefined) continue;
    const local = textOf(value) || textOf(ownMember(objectOf(value), 'local'));
    // Local paths begin at the top, with or without a slash.
    const about = { path: local === '' ? value : local.replace(/^\//, ''), line: lineOf('include') };
    warnOfUnread(gitlabCi, about, { ...file, path: '' }, out);
  }
}

class Images {
  private readonly project: string;
  private line = 0;

  constructor(
    readonly yaml: YamlFile,
    file: ManifestFile,
    private readonly out: ContentsBuilder,
  ) {
    this.project = out.addProject(folderOf(file.path));
  }

  /** A reference, or an object with its `name`. */
  add(value: Json | undefined, scope: DependencyScope): void {
    const written = textOf(value) || textOf(ownMember(objectOf(value), 'name'));
    if (written === '') return;
    this.line = this.yaml.lineOfValue(written, this.line);
    const image = withDefaults(written);
    const found = image.includes('$') ? null : imageComponent(image, this.line);
    if (found) this.out.addDependency(this.project, this.out.addComponent(found), scope);
    else this.out.addWarning(this.line, `The image ${written.slice(0, 80)} is unknown: a variable names it, or it is none`); // prettier-ignore
  }
}

/** `${NAME:-default}` and `${NAME-default}`; other variables stay. */
const withDefaults = (text: string): string => text.slice(0, 1_024).replace(/\$\{\w{1,100}:?-([^${}]{0,500})\}/g, '$1');
