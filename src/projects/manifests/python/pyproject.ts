import { FormatError } from '../../../formats/format.js';
import type { Json, JsonObject } from '../../../model/document.js';
import type { ContentsBuilder } from '../contents-builder.js';
import type { DependencyScope } from '../manifest.js';
import type { ManifestFile } from '../manifest-kind.js';
import { folderOf } from '../paths.js';
import { listOf, member, objectOf, textOf } from '../reading/json-file.js';
import { readTomlFile } from '../reading/toml-file.js';
import type { RefsByName } from '../refs-by-name.js';
import { normalName, parsePypiRequirement } from './pypi-package.js';

type Wish = readonly [name: string, scope: DependencyScope];

/**
 * Adds the direct dependencies from the pyproject.toml beside a lock file: `[project]` (PEP 621), `[dependency-groups]`
 * (PEP 735) and the tables of Poetry and PDM. Without the file none are direct.
 */
export async function connectPyproject(file: ManifestFile, byName: RefsByName, out: ContentsBuilder): Promise<void> {
  const folder = folderOf(file.path);
  const path = folder === '' ? 'pyproject.toml' : `${folder}/pyproject.toml`;
  const bytes = await file.tree.read(path);
  if (!bytes) return;
  try {
    const { root } = await readTomlFile(bytes);
    const poetry = objectOf(member(objectOf(member(root, 'tool')), 'poetry'));
    const head = objectOf(member(root, 'project'));
    const name = textOf(member(head, 'name')) || textOf(member(poetry, 'name'));
    const version = textOf(member(head, 'version')) || textOf(member(poetry, 'version'));
    const project = out.addProject(folder, name, version);
    for (const [name, scope] of [...standardRequests(root), ...poetryRequests(poetry), ...pdmRequests(root)])
      for (const ref of byName.find(name)) out.addDependency(project, ref, scope);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    out.addWarning(1, `${path} cannot be read, so direct dependencies are unknown: ${error.message}`);
  }
}

function* standardRequests(root: JsonObject): Iterable<Wish> {
  const project = objectOf(member(root, 'project'));
  yield* requirementsOf(member(project, 'dependencies'), 'runtime');
  for (const list of Object.values(objectOf(member(project, 'optional-dependencies'))))
    yield* requirementsOf(list, 'optional');
  for (const [group, list] of Object.entries(objectOf(member(root, 'dependency-groups'))))
    yield* requirementsOf(list, scopeOfGroup(group));
}

function* poetryRequests(poetry: JsonObject): Iterable<Wish> {
  for (const [name, request] of Object.entries(objectOf(member(poetry, 'dependencies'))))
    yield [normalName(name), member(objectOf(request), 'optional') === true ? 'optional' : 'runtime'];
  yield* namesOf(member(poetry, 'dev-dependencies'), 'development');
  for (const [group, table] of Object.entries(objectOf(member(poetry, 'group'))))
    yield* namesOf(member(objectOf(table), 'dependencies'), scopeOfGroup(group));
}

function* pdmRequests(root: JsonObject): Iterable<Wish> {
  const pdm = objectOf(member(objectOf(member(root, 'tool')), 'pdm'));
  for (const [group, list] of Object.entries(objectOf(member(pdm, 'dev-dependencies'))))
    yield* requirementsOf(list, scopeOfGroup(group));
}

function* requirementsOf(list: Json | undefined, scope: DependencyScope): Iterable<Wish> {
  for (const item of listOf(list)) {
    const requirement = parsePypiRequirement(textOf(item));
    if (requirement) yield [normalName(requirement.name), scope];
  }
}

function* namesOf(table: Json | undefined, scope: DependencyScope): Iterable<Wish> {
  for (const name of Object.keys(objectOf(table))) yield [normalName(name), scope];
}

/** Groups have free names; `main` and `default` are needed at run time, others are not installed by consumers. */
export function scopeOfGroup(group: string): DependencyScope {
  if (group === 'main' || group === 'default') return 'runtime';
  return /^tests?(?:ing)?$/i.test(group) ? 'test' : 'development';
}
