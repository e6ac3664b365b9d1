import type { Json, JsonObject } from '../../model/document.js';
import { objectOf, ownMember, textOf, textsOf } from '../../model/json.js';
import type { ContentsBuilder } from '../contents-builder.js';
import type { DependencyScope } from '../manifest.js';
import type { ManifestFile } from '../manifest-kind.js';
import { folderOf } from '../paths.js';
import { ifReadable } from '../reading/if-readable.js';
import { readTomlFile } from '../reading/toml-file.js';
import { scopeOfGroup } from './pyproject.js';

interface ToolRequirement {
  readonly text: string;
  readonly scope: DependencyScope;
}

/**
 * Requirements in tables of Hatch (hatch.pypa.io, "Environments"; also in the hatch.toml beside), of Flit before it took
 * `[project]` (flit.pypa.io, "Old style metadata") and of Rye.
 */
export async function toolRequirements(
  file: ManifestFile,
  root: JsonObject,
  out: ContentsBuilder,
): Promise<ToolRequirement[]> {
  const tool = objectOf(ownMember(root, 'tool'));
  const member = (of: Json | undefined, name: string): JsonObject => objectOf(ownMember(objectOf(of), name));
  const listed = (list: Json | undefined, scope: DependencyScope): ToolRequirement[] =>
    textsOf(list).map((text) => ({ text, scope }));
  if (ownMember(tool, 'pixi') !== undefined) out.addLoss(1, 'The dependencies of [tool.pixi] were not read');
  const flit = member(ownMember(tool, 'flit'), 'metadata');
  const environments = { ...member(ownMember(tool, 'hatch'), 'envs'), ...(await hatchFile(file, out)) };
  return [
    ...listed(ownMember(flit, 'requires'), 'runtime'),
    ...listed(ownMember(flit, 'dev-requires'), 'development'),
    ...Object.values(member(flit, 'requires-extra')).flatMap((list) => listed(list, 'optional')),
    ...listed(ownMember(member(tool, 'rye'), 'dev-dependencies'), 'development'),
    ...Object.entries(environments).flatMap(([name, value]) =>
      ['dependencies', 'extra-dependencies'].flatMap((list) =>
        listed(ownMember(objectOf(value), list), name === 'default' ? 'development' : scopeOfGroup(name)),
      ),
    ),
  ];
}

/** Environments of the hatch.toml beside, which replace those of the same name. */
async function hatchFile({ path, tree }: ManifestFile, out: ContentsBuilder): Promise<JsonObject> {
  const folder = folderOf(path);
  const bytes = await tree.read(folder === '' ? 'hatch.toml' : `${folder}/hatch.toml`);
  const found = bytes && (await ifReadable(readTomlFile(bytes)));
  if (bytes && !found)
    out.addLoss(1, 'The hatch.toml beside this file cannot be read, so what its environments need is unknown');
  return objectOf(found ? ownMember(found.root, 'envs') : undefined);
}

/** The name that Flit gives a project. */
export function flitName(root: JsonObject): string {
  const flit = objectOf(ownMember(objectOf(ownMember(objectOf(ownMember(root, 'tool')), 'flit')), 'metadata'));
  return textOf(ownMember(flit, 'dist-name')) || textOf(ownMember(flit, 'module'));
}
