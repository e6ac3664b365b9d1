import type { Json, JsonObject } from '../../model/document.js';
import { listOf, objectOf, ownMember, textOf } from '../../model/json.js';
import type { ContentsBuilder } from '../contents-builder.js';
import type { DependencyScope } from '../manifest.js';
import type { ManifestFile, ManifestKind } from '../manifest-kind.js';
import { baseName, folderOf, joinPath } from '../paths.js';
import { manifestText } from '../reading/text-file.js';
import { readTomlFile } from '../reading/toml-file.js';
import { type PackageOrigin, type PackageOrigins, indexesOf, type Indexes, sourceOf, sourcesOfTable, pdmSources, uvOf, uvSources } from './declared-sources.js'; // prettier-ignore
import { parsePypiRequirement, pinnedVersion, pypiComponent } from './pypi-package.js';
import { dynamicRequirements } from './dynamic-requirements.js';
import { flitName, toolRequirements } from './other-tools.js';
import { scopeOfGroup } from './pyproject.js';

const coveredBy = ['pipfile-lock', 'poetry-lock', 'uv-lock', 'pdm-lock', 'pylock'];

/** pyproject.toml where no lock file is: `[project]` (PEP 621), `[dependency-groups]` (PEP 735), Poetry, PDM, builds. */
export const pyprojectManifest: ManifestKind = {
  id: 'pyproject',
  ecosystem: 'pypi',
  nature: 'declared',
  files: ['pyproject.toml'],
  coveredBy,
  matches: (path) => baseName(path) === 'pyproject.toml',
  read: readPyproject,
};

/** Pipfile where no Pipfile.lock is. */
export const pipfile: ManifestKind = {
  id: 'pipfile',
  ecosystem: 'pypi',
  nature: 'declared',
  files: ['Pipfile'],
  coveredBy,
  matches: (path) => baseName(path) === 'Pipfile',
  read: readPipfile,
};

/** setup.cfg (setuptools.pypa.io, "Declarative config"). */
export const setupCfg: ManifestKind = {
  id: 'setup-cfg',
  ecosystem: 'pypi',
  nature: 'declared',
  files: ['setup.cfg'],
  coveredBy,
  matches: (path) => baseName(path) === 'setup.cfg',
  read: readSetupCfg,
};

/** setup.py: the requirements that stand in it as literals. It is a program and is not run. */
export const setupPy: ManifestKind = {
  id: 'setup-py',
  ecosystem: 'pypi',
  nature: 'declared',
  files: ['setup.py'],
  coveredBy,
  matches: (path) => baseName(path) === 'setup.py',
  read: readSetupPy,
};

interface Target {
  readonly project: string;
  readonly file: ManifestFile;
  readonly out: ContentsBuilder;
  readonly line: number;
  readonly sources?: PackageOrigins;
}

/** A requirement (PEP 508). */
function addRequirement(text: string, scope: DependencyScope, target: Target): void {
  const requirement = parsePypiRequirement(text);
  if (!requirement) return target.out.addLoss(target.line, `This is no requirement of pip: ${text.slice(0, 80)}`);
  const { name, specifier, url } = requirement;
  const written = url === '' ? [] : [/^\w+\+/.test(url) ? { vcs: url } : { download: url }];
  const declared = target.sources?.(name) ?? [];
  for (const source of declared.length > 0 ? declared : written.length > 0 ? written : [{}])
    addPackage({ name, version: pinnedVersion(specifier), requested: specifier, source }, scope, target);
}

interface Request {
  readonly name: string;
  readonly version: string;
  readonly requested: string;
  readonly source: PackageOrigin;
}

const archive = /\.(?:whl|zip|tar\.\w+|tgz)$/;

function addPackage({ name, version, requested, source }: Request, scope: DependencyScope, target: Target): void {
  const { project, file, out, line } = target;
  const { path, isOfWorkspace, ...from } = source;
  const folder = folderOf(file.path);
  if (isOfWorkspace) return out.addDependency(project, out.addProject(folder, name, '', `${folder}#${name}`), scope);
  if (path !== undefined && !archive.test(path))
    return out.addDependency(project, out.addProject(joinPath(folder, path) ?? path, name), scope);
  const request = version === '' && requested !== '' && requested !== '*' ? { requirement: requested } : {};
  const found = pypiComponent({ name, version, ...request, ...from, ...(path && { local: path }), line });
  out.addDependency(project, out.addComponent(found), scope);
}

/** A table of Poetry or Pipenv: versions, or objects with a version, an address or a path; several for other markers. */
function addTable(table: Json | undefined, scope: DependencyScope, indexOf: Indexes, target: Target): void {
  for (const [name, value] of Object.entries(objectOf(table))) {
    if (name.toLowerCase() === 'python') continue;
    for (const one of Array.isArray(value) ? listOf(value) : [value]) {
      const entry = objectOf(one);
      const requested = (textOf(one) || textOf(ownMember(entry, 'version'))).trim();
      const version = pinnedVersion(requested) || (/^\d+(?:\.\d+)+$/.test(requested) ? requested : '');
      const source = sourceOf(entry, indexOf) ?? target.sources?.(name)[0] ?? {};
      addPackage({ name, version, requested, source }, ownMember(entry, 'optional') === true ? 'optional' : scope, target); // prettier-ignore
    }
  }
}

async function readPyproject(file: ManifestFile, out: ContentsBuilder): Promise<void> {
  const { root } = await readTomlFile(file.bytes);
  const head = objectOf(ownMember(root, 'project'));
  const tool = objectOf(ownMember(root, 'tool'));
  const [poetry, pdm] = [objectOf(ownMember(tool, 'poetry')), objectOf(ownMember(tool, 'pdm'))];
  const name = textOf(ownMember(head, 'name')) || textOf(ownMember(poetry, 'name')) || flitName(root);
  const version = textOf(ownMember(head, 'version')) || textOf(ownMember(poetry, 'version'));
  const indexOf = indexesOf(ownMember(poetry, 'source'));
  const [ofUv, ofPoetry] = [await uvSources(file, root), sourcesOfTable(ownMember(poetry, 'dependencies'), indexOf)];
  const ofPdm = pdmSources(root, out);
  const sources = (one: string): readonly PackageOrigin[] => [...ofUv(one), ...ofPoetry(one), ...ofPdm(one)];
  const target = { project: out.addProject(folderOf(file.path), name, version), file, out, line: 1, sources };
  const addList = (list: Json | undefined, scope: DependencyScope): void => {
    for (const item of listOf(list)) if (typeof item === 'string') addRequirement(item, scope, target);
  };
  const groups = (of: JsonObject, member: string): [string, Json][] => Object.entries(objectOf(ownMember(of, member)));
  addList(ownMember(head, 'dependencies'), 'runtime');
  for (const [, list] of groups(head, 'optional-dependencies')) addList(list, 'optional');
  for (const [group, list] of groups(root, 'dependency-groups')) addList(list, scopeOfGroup(group));
  addList(ownMember(uvOf(root), 'dev-dependencies'), 'development');
  const ofTools = await toolRequirements(file, root, out);
  for (const { text, scope } of [...(await dynamicRequirements(file, root, out)), ...ofTools]) addRequirement(text, scope, target); // prettier-ignore
  for (const [group, list] of groups(pdm, 'dev-dependencies')) addList(list, scopeOfGroup(group));
  addList(ownMember(objectOf(ownMember(root, 'build-system')), 'requires'), 'build');
  addTable(ownMember(poetry, 'dependencies'), 'runtime', indexOf, target);
  addTable(ownMember(poetry, 'dev-dependencies'), 'development', indexOf, target);
  for (const [group, table] of groups(poetry, 'group')) addTable(ownMember(objectOf(table), 'dependencies'), scopeOfGroup(group), indexOf, target); // prettier-ignore
}

async function readPipfile(file: ManifestFile, out: ContentsBuilder): Promise<void> {
  const { root } = await readTomlFile(file.bytes);
  const target = { project: out.addProject(folderOf(file.path)), file, out, line: 1 };
  const indexOf = indexesOf(ownMember(root, 'source'));
  addTable(ownMember(root, 'packages'), 'runtime', indexOf, target);
  addTable(ownMember(root, 'dev-packages'), 'development', indexOf, target);
}

const maxLineLength = 4_096;
const listedOptions = new Map<string, DependencyScope>([
  ['install_requires', 'runtime'],
  ['setup_requires', 'build'],
  ['tests_require', 'test'],
]);

/** Options are `name = value`, with indented lines that continue them. */
async function readSetupCfg(file: ManifestFile, out: ContentsBuilder): Promise<void> {
  const project = out.addProject(folderOf(file.path));
  let section = '';
  let scope: DependencyScope | undefined;
  for (const [index, raw] of (await manifestText(file.bytes)).split('\n').entries()) {
    const line = raw
      .slice(0, maxLineLength)
      .replace(/(?:^|\s)[#;].*$/, '')
      .trimEnd();
    const [, header] = /^\[([^\]]{1,200})\]$/.exec(line) ?? [];
    if (header !== undefined) [section, scope] = [header.trim(), undefined];
    const [, name, first = ''] = /^([\w.-]{1,200})\s*[=:](.*)$/.exec(line) ?? [];
    if (name !== undefined) {
      scope = section === 'options' ? listedOptions.get(name) : undefined;
      if (section === 'options.extras_require') scope = 'optional';
    }
    const value = name === undefined ? (/^\s/.test(raw) ? line.trim() : '') : first.trim();
    if (scope === undefined || value === '' || header !== undefined) continue;
    if (/^(?:file|attr):/.test(value))
      out.addWarning(index + 1, `The requirements of ${value.slice(0, 80)} were not read`);
    else addRequirement(value, scope, { project, file, out, line: index + 1 });
  }
}

const maxListLength = 65_536;

async function readSetupPy(file: ManifestFile, out: ContentsBuilder): Promise<void> {
  const text = await manifestText(file.bytes);
  const project = out.addProject(folderOf(file.path));
  for (const [option, scope] of listedOptions) {
    const at = text.indexOf(option);
    if (at < 0) continue;
    const line = text.slice(0, at).split('\n').length;
    const rest = text.slice(at + option.length, at + maxListLength);
    const list = /^\s{0,20}=\s{0,20}\[([^[\]]*(?:\[[^[\]]*\][^[\]]*)*)\]/.exec(rest)?.[1];
    if (list === undefined) out.addComputed(line, `What ${option} holds is computed and was not read`);
    for (const [, , requirement = ''] of (list ?? '').replace(/#[^\n]*/g, '').matchAll(/(["'])([^"'\n\\]{1,500})\1/g))
      addRequirement(requirement, scope, { project, file, out, line });
  }
  readExtras(text, { project, file, out, line: 1 });
}

/** `extras_require={"fast": ["orjson>=3"], …}`: the lists in it. */
function readExtras(text: string, target: Target): void {
  const [, start = '', rest = ''] = /^([^]*?\bextras_require)([^]{0,65536})/.exec(text) ?? [];
  if (start === '') return;
  const line = start.split('\n').length;
  const table = /^\s{0,20}=\s{0,20}\{([^{}]*)\}/.exec(rest)?.[1];
  const lists = [...(table ?? '').replace(/#[^\n]*/g, '').matchAll(/:\s{0,200}\[([^[\]]*(?:\[[^[\]]*\][^[\]]*)*)\]/g)];
  if (table === undefined || (lists.length === 0 && table.trim() !== ''))
    return target.out.addComputed(line, 'What extras_require holds is computed and was not read');
  for (const [, list = ''] of lists)
    for (const [, , requirement = ''] of list.matchAll(/(["'])([^"'\n\\]{1,500})\1/g))
      addRequirement(requirement, 'optional', { ...target, line });
}
