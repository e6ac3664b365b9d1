import type { Json, JsonObject } from '../../model/document.js';
import { listOf, objectOf, ownMember, textOf } from '../../model/json.js';
import type { ContentsBuilder } from '../contents-builder.js';
import type { DependencyScope } from '../manifest.js';
import type { ManifestFile, ManifestKind } from '../manifest-kind.js';
import { baseName, folderOf } from '../paths.js';
import { manifestText } from '../reading/text-file.js';
import { readTomlFile } from '../reading/toml-file.js';
import { parsePypiRequirement, pinnedVersion, pypiComponent } from './pypi-package.js';
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
  readonly out: ContentsBuilder;
  readonly line: number;
}

/** A requirement (PEP 508). */
function addRequirement(text: string, scope: DependencyScope, { project, out, line }: Target): void {
  const requirement = parsePypiRequirement(text);
  if (!requirement) return out.addWarning(line, `This is no requirement of pip: ${text.slice(0, 80)}`);
  const { name, specifier, url } = requirement;
  const version = pinnedVersion(specifier);
  const request = version === '' && specifier !== '' ? { requirement: specifier } : {};
  const source = url === '' ? {} : /^\w+\+/.test(url) ? { vcs: url } : { download: url };
  out.addDependency(project, out.addComponent(pypiComponent({ name, version, ...request, ...source, line })), scope);
}

/** A table of Poetry or Pipenv: a version, or an object with a version, an address or a path. */
function addTable(table: Json | undefined, scope: DependencyScope, { project, out, line }: Target): void {
  for (const [name, value] of Object.entries(objectOf(table))) {
    if (name.toLowerCase() === 'python') continue;
    const entry = objectOf(Array.isArray(value) ? value[0] : value);
    const of = (member: string): string => textOf(ownMember(entry, member));
    if (of('path') !== '') continue;
    const requested = (textOf(value) || of('version')).trim();
    const version = pinnedVersion(requested) || (/^\d+(?:\.\d+)+$/.test(requested) ? requested : '');
    const request = version === '' && requested !== '' && requested !== '*' ? { requirement: requested } : {};
    const ref = of('rev') || of('ref') || of('tag') || of('branch');
    const vcs = of('git') === '' ? undefined : `git+${of('git')}${ref === '' ? '' : `@${ref}`}`;
    const found = pypiComponent({ name, version, ...request, vcs, download: of('url') || of('file') || undefined, line }); // prettier-ignore
    out.addDependency(project, out.addComponent(found), ownMember(entry, 'optional') === true ? 'optional' : scope);
  }
}

async function readPyproject(file: ManifestFile, out: ContentsBuilder): Promise<void> {
  const { root } = await readTomlFile(file.bytes);
  const head = objectOf(ownMember(root, 'project'));
  const poetry = objectOf(ownMember(objectOf(ownMember(root, 'tool')), 'poetry'));
  const pdm = objectOf(ownMember(objectOf(ownMember(root, 'tool')), 'pdm'));
  const name = textOf(ownMember(head, 'name')) || textOf(ownMember(poetry, 'name'));
  const version = textOf(ownMember(head, 'version')) || textOf(ownMember(poetry, 'version'));
  const target = { project: out.addProject(folderOf(file.path), name, version), out, line: 1 };
  const addList = (list: Json | undefined, scope: DependencyScope): void => {
    for (const item of listOf(list)) if (typeof item === 'string') addRequirement(item, scope, target);
  };
  const groups = (of: JsonObject, member: string): [string, Json][] => Object.entries(objectOf(ownMember(of, member)));
  addList(ownMember(head, 'dependencies'), 'runtime');
  for (const [, list] of groups(head, 'optional-dependencies')) addList(list, 'optional');
  for (const [group, list] of groups(root, 'dependency-groups')) addList(list, scopeOfGroup(group));
  for (const [group, list] of groups(pdm, 'dev-dependencies')) addList(list, scopeOfGroup(group));
  addList(ownMember(objectOf(ownMember(root, 'build-system')), 'requires'), 'build');
  addTable(ownMember(poetry, 'dependencies'), 'runtime', target);
  addTable(ownMember(poetry, 'dev-dependencies'), 'development', target);
  for (const [group, table] of groups(poetry, 'group')) addTable(ownMember(objectOf(table), 'dependencies'), scopeOfGroup(group), target); // prettier-ignore
}

async function readPipfile(file: ManifestFile, out: ContentsBuilder): Promise<void> {
  const { root } = await readTomlFile(file.bytes);
  const target = { project: out.addProject(folderOf(file.path)), out, line: 1 };
  addTable(ownMember(root, 'packages'), 'runtime', target);
  addTable(ownMember(root, 'dev-packages'), 'development', target);
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
    else addRequirement(value, scope, { project, out, line: index + 1 });
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
      addRequirement(requirement, scope, { project, out, line });
  }
}
