import type { Json, JsonObject } from '../../model/document.js';
import { objectOf, ownMember, textOf, textsOf } from '../../model/json.js';
import type { ContentsBuilder } from '../contents-builder.js';
import type { DependencyScope } from '../manifest.js';
import type { ManifestFile } from '../manifest-kind.js';
import { baseName, folderOf, joinPath } from '../paths.js';
import { ifReadable } from '../reading/if-readable.js';
import { manifestText } from '../reading/text-file.js';
import { requirements } from './requirements.js';

interface DynamicRequirement {
  readonly text: string;
  readonly scope: DependencyScope;
}

const members = [
  ['dependencies', 'runtime'],
  ['optional-dependencies', 'optional'],
] as const;

/**
 * What `[project] dynamic` leaves to the build (packaging.python.org, "Declaring project metadata"): requirements in
 * files that setuptools reads, else computed ones, unless another file of the project or Poetry has them.
 */
export async function dynamicRequirements(
  file: ManifestFile,
  root: JsonObject,
  out: ContentsBuilder,
): Promise<DynamicRequirement[]> {
  const dynamic = textsOf(ownMember(objectOf(ownMember(root, 'project')), 'dynamic'));
  const tool = objectOf(ownMember(root, 'tool'));
  const given = objectOf(ownMember(objectOf(ownMember(tool, 'setuptools')), 'dynamic'));
  const found: DynamicRequirement[] = [];
  for (const [member, scope] of members.filter(([name]) => dynamic.includes(name))) {
    const files = filesIn(ownMember(given, member));
    for (const name of files) for (const text of await linesOf(name, file, out)) found.push({ text, scope });
    if (files.length === 0 && ownMember(tool, 'poetry') === undefined && !hasSetup(file))
      out.addComputed(1, `What ${member} holds is computed by the build and was not read`);
  }
  return found;
}

/** `{file = "a"}`, `{file = ["a", "b"]}`, or one for each extra. */
function filesIn(value: Json | undefined): string[] {
  const file = ownMember(objectOf(value), 'file');
  if (file !== undefined) return textOf(file) === '' ? textsOf(file) : [textOf(file)];
  return Object.values(objectOf(value)).flatMap((extra) => (ownMember(objectOf(extra), 'file') === undefined ? [] : filesIn(extra))); // prettier-ignore
}

async function linesOf(name: string, { path, tree }: ManifestFile, out: ContentsBuilder): Promise<string[]> {
  const at = joinPath(folderOf(path), name);
  // Files that are named as requirements are read by themselves.
  if (at !== null && requirements.matches(at) && tree.named(baseName(at)).includes(at)) return [];
  const bytes = at === null ? null : await tree.read(at);
  const text = bytes && (await ifReadable(manifestText(bytes)));
  if (text === null) out.addWarning(1, `The file ${JSON.stringify(name.slice(0, 80))} is not there, and the requirements in it were not read`); // prettier-ignore
  return (text ?? '')
    .split('\n')
    .map((line) =>
      line
        .slice(0, 4_096)
        .replace(/(?:^|\s)#.*$/, '')
        .trim(),
    ) // prettier-ignore
    .filter((line) => line !== '' && !line.startsWith('-'));
}

const hasSetup = ({ path, tree }: ManifestFile): boolean =>
  ['setup.py', 'setup.cfg'].some((name) => tree.named(name).includes(joinPath(folderOf(path), name) ?? name));
