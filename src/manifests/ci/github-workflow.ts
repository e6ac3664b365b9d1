import type { Json, JsonObject } from '../../model/document.js';
import { listOf, objectOf, ownMember, textOf } from '../../model/json.js';
import type { ContentsBuilder, ManifestEntry } from '../contents-builder.js';
import type { ManifestFile, ManifestKind } from '../manifest-kind.js';
import { baseName, folderOf } from '../paths.js';
import { readYamlFile, type YamlFile } from '../reading/yaml-file.js';
import { imageComponent } from './image-reference.js';

/** GitHub workflows and composite actions (docs.github.com, "Workflow syntax"): the targets of `uses` and `image`. */
export const githubWorkflow: ManifestKind = {
  id: 'github-workflow',
  ecosystem: 'github',
  nature: 'declared',
  files: ['.github/workflows/*.yml', '.github/workflows/*.yaml', 'action.yml'],
  matches: (path) => /(?:^|\/)\.github\/workflows\/[^/]+\.ya?ml$/.test(path) || /^action\.ya?ml$/.test(baseName(path)),
  read,
};

async function read(file: ManifestFile, out: ContentsBuilder): Promise<void> {
  const yaml = await readYamlFile(file.bytes);
  const project = out.addProject(folderOf(file.path).replace(/(?:^|\/)\.github\/workflows$/, ''));
  const lines = new UsedLines(yaml);
  const use = (found: ManifestEntry | null, text: string): void => {
    if (found) out.addDependency(project, out.addComponent(found), 'build');
    else out.addWarning(lines.lineOf(text), `What ${text.slice(0, 80)} names is unknown`);
  };
  const readAction = (text: string): void => {
    if (text === '' || text.startsWith('./')) return;
    const line = lines.lineOf(text);
    use(
      text.startsWith('docker://') ? imageComponent(text.slice('docker://'.length), line) : actionOf(text, line),
      text,
    );
  };
  const readImage = (value: Json | undefined): void => {
    const text = textOf(value) || textOf(ownMember(objectOf(value), 'image'));
    if (text !== '') use(text.includes('${{') ? null : imageComponent(text, lines.lineOf(text)), text);
  };
  for (const job of Object.values(objectOf(ownMember(yaml.root, 'jobs'))).map(objectOf)) {
    readAction(textOf(ownMember(job, 'uses')));
    readSteps(job, readAction);
    readImage(ownMember(job, 'container'));
    for (const service of Object.values(objectOf(ownMember(job, 'services')))) readImage(service);
  }
  const runs = objectOf(ownMember(yaml.root, 'runs'));
  readSteps(runs, readAction);
  const image = textOf(ownMember(runs, 'image'));
  if (image.startsWith('docker://')) readAction(image);
}

function readSteps(parent: JsonObject, readAction: (text: string) => void): void {
  for (const step of listOf(ownMember(parent, 'steps'))) readAction(textOf(ownMember(objectOf(step), 'uses')));
}

/** `owner/name/path@ref`; only a commit pins it, a tag can move. */
function actionOf(text: string, line: number): ManifestEntry | null {
  const [, group, name = '', path = '', ref = ''] = /^([\w.-]{1,100})\/([\w.-]{1,100})((?:\/[\w.-]+)*)@([^@\s]{1,250})$/.exec(text) ?? []; // prettier-ignore
  if (group === undefined) return null;
  const url = `git+https://github.com/${group}/${name}.git@${ref}`;
  return {
    ecosystem: 'github',
    group,
    name,
    version: ref,
    purl: { type: 'github', namespace: group, name, version: ref, subpath: path },
    references: [{ type: 'vcs', url }],
    line,
  };
}

/** Line numbers of values: every step has the key `uses`. */
class UsedLines {
  private readonly seen = new Map<string, number>();

  constructor(private readonly yaml: YamlFile) {}

  /** The first line of the value, then the next one for each further call. */
  lineOf(value: string): number {
    const line = this.yaml.lineOfValue(value, this.seen.get(value) ?? 0);
    this.seen.set(value, line);
    return line;
  }
}
