import { listOf, objectOf, ownMember, textOf, textsOf } from '../../model/json.js';
import type { ContentsBuilder } from '../contents-builder.js';
import type { ManifestFile, ManifestKind } from '../manifest-kind.js';
import { baseName, folderOf } from '../paths.js';
import { addRequirements } from '../python/requirements.js';
import { readYamlFile, type YamlFile } from '../reading/yaml-file.js';

/** Environment files of conda (docs.conda.io, "Managing environments"), including their pip packages. */
export const condaEnvironment: ManifestKind = {
  id: 'conda-environment',
  ecosystem: 'conda',
  nature: 'declared',
  files: ['environment.yml', 'conda-env.yml', 'conda.yaml'],
  matches: (path) =>
    /^(?:conda[-_.]?)?(?:environment|env)(?:[-_.][\w.-]{1,100})?\.ya?ml$|^conda\.ya?ml$/i.test(baseName(path)),
  read,
};

async function read(file: ManifestFile, out: ContentsBuilder): Promise<void> {
  const yaml = await readYamlFile(file.bytes);
  const project = out.addProject(folderOf(file.path), textOf(ownMember(yaml.root, 'name')));
  for (const item of listOf(ownMember(yaml.root, 'dependencies'))) {
    if (typeof item === 'string') out.addDependency(project, addPackage(item, yaml, out));
    // Each is a line of a requirements file; paths in it are relative to this file.
    const lines = textsOf(ownMember(objectOf(item), 'pip')).map((text) => ({ text: text.trim(), line: yaml.lineOf(text) })); // prettier-ignore
    for (const ref of await addRequirements(lines, file, out)) out.addDependency(project, ref);
  }
}

/**
 * `channel::name` with a version: `=1.2=build` is one build, `=1.2` is 1.2 and what begins with it (taken as the
 * version), `==1.2` is exact, everything else is a requirement.
 */
function addPackage(text: string, yaml: YamlFile, out: ContentsBuilder): string | null {
  const found = /^(?:([^\s:]{1,200})::)?([A-Za-z0-9_][\w.-]{0,200})\s*(.{0,500})$/.exec(text.trim());
  const line = yaml.lineOf(text);
  if (!found) {
    out.addWarning(line, `This is no package of conda: ${text.slice(0, 80)}`);
    return null;
  }
  const [, channel = '', name = '', rest = ''] = found;
  const exact = /^={0,2}\s*([\w.+!-]+)(?:[=\s]+([\w.*]+))?$/.exec(rest.replace(/^\s+/, ''));
  const version = exact?.[1] ?? '';
  const build = exact?.[2] && !exact[2].includes('*') ? exact[2] : '';
  return out.addComponent({
    ecosystem: 'conda',
    name,
    version,
    ...(version === '' && rest !== '' ? { requirement: rest } : {}),
    purl: { type: 'conda', name, version, qualifiers: { build, channel } },
    line,
  });
}
