import { FormatError } from '../../formats/format.js';
import type { Json, JsonObject } from '../../model/document.js';
import { listOf, objectOf, ownMember, textOf } from '../../model/json.js';
import type { ContentsBuilder } from '../contents-builder.js';
import type { DependencyScope } from '../manifest.js';
import type { ManifestFile } from '../manifest-kind.js';
import { folderOf } from '../paths.js';
import { ifReadable } from '../reading/if-readable.js';
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
    const poetry = objectOf(ownMember(objectOf(ownMember(root, 'tool')), 'poetry'));
    const head = objectOf(ownMember(root, 'project'));
    const name = textOf(ownMember(head, 'name')) || textOf(ownMember(poetry, 'name'));
    const version = textOf(ownMember(head, 'version')) || textOf(ownMember(poetry, 'version'));
    const project = out.addProject(folder, name, version);
    for (const [name, scope] of [...standardRequests(root), ...poetryRequests(poetry), ...pdmRequests(root)])
      for (const ref of byName.find(name)) out.addDependency(project, ref, scope);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    out.addWarning(1, `${path} cannot be read, so direct dependencies are unknown: ${error.message}`);
  }
}

/** What stands in the pyproject.toml beside a lock file. */
export async function pyprojectBeside(file: ManifestFile): Promise<JsonObject> {
  const folder = folderOf(file.path);
  const bytes = await file.tree.read(folder === '' ? 'pyproject.toml' : `${folder}/pyproject.toml`);
  const found = bytes && (await ifReadable(readTomlFile(bytes)));
  return found?.root ?? {};
}

/** Names of `[project.optional-dependencies]`. */
export function extrasOf(root: JsonObject): ReadonlySet<string> {
  const project = objectOf(ownMember(root, 'project'));
  return new Set(Object.keys(objectOf(ownMember(project, 'optional-dependencies'))).map(normalName));
}

function* standardRequests(root: JsonObject): Iterable<Wish> {
  const project = objectOf(ownMember(root, 'project'));
  yield* requirementsOf(ownMember(project, 'dependencies'), 'runtime');
  for (const list of Object.values(objectOf(ownMember(project, 'optional-dependencies'))))
    yield* requirementsOf(list, 'optional');
  for (const [group, list] of Object.entries(objectOf(ownMember(root, 'dependency-groups'))))
    yield* requirementsOf(list, scopeOfGroup(group));
}

function* poetryRequests(poetry: JsonObject): Iterable<Wish> {
  for (const [name, request] of Object.entries(objectOf(ownMember(poetry, 'dependencies'))))
    yield [normalName(name), ownMember(objectOf(request), 'optional') === true ? 'optional' : 'runtime'];
  yield* namesOf(ownMember(poetry, 'dev-dependencies'), 'development');
  for (const [group, table] of Object.entries(objectOf(ownMember(poetry, 'group'))))
    yield* namesOf(ownMember(objectOf(table), 'dependencies'), scopeOfGroup(group));
}

function* pdmRequests(root: JsonObject): Iterable<Wish> {
  const pdm = objectOf(ownMember(objectOf(ownMember(root, 'tool')), 'pdm'));
  for (const [group, list] of Object.entries(objectOf(ownMember(pdm, 'dev-dependencies'))))
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
