import type { BomHash } from '../../model/document.js';
import type { ContentsBuilder } from '../contents-builder.js';
import type { DependencyScope } from '../manifest.js';
import type { ManifestFile, ManifestKind } from '../manifest-kind.js';
import { baseName, folderOf, joinPath } from '../paths.js';
import { ifReadable } from '../reading/if-readable.js';
import { withinLimit } from '../reading/within-limit.js';
import { manifestText } from '../reading/text-file.js';
import { RefsByName } from '../refs-by-name.js';
import { registryQualifier } from '../registries.js';
import {
  isInclusion,
  isRequirements,
  type Line,
  logicalLines,
  withInclusions,
  type Written,
} from './requirements-lines.js';
import { hashesOf, normalName, parsePypiRequirement, pinnedVersion, pypiComponent } from './pypi-package.js';

/** Requirements files of pip (pip.pypa.io, "Requirements File Format"), written by hand, pip-compile or uv. */
export const requirements: ManifestKind = {
  id: 'requirements',
  ecosystem: 'pypi',
  nature: 'declared',
  files: [
    'requirements.txt',
    '*requirements*.txt',
    'requirements/*.txt',
    'requirements.in',
    '*requirements*.in',
    'requirements/*.in',
  ],
  matches: isRequirements,
  read,
};

async function read(file: ManifestFile, out: ContentsBuilder): Promise<void> {
  // What pip-compile made of it says more.
  if (/\.in$/.test(file.path) && (await file.tree.read(file.path.replace(/in$/, 'txt')))) return;
  const lines = await withInclusions(logicalLines(await manifestText(file.bytes)), file);
  const scope = scopeOf(baseName(file.path));
  const project = out.addProject(folderOf(file.path));
  const byName = new RefsByName();
  const pins = await constraintsOf(lines, file, out);
  const added = lines.map((line) => {
    const ref = readLine(line, { file: line.in ?? file, pins }, out);
    byName.add(normalName(parsePypiRequirement(line.text)?.name ?? ''), '', ref);
    return { ...line, ref };
  });
  for (const { ref, via } of added) {
    if (via.length === 0) out.addDependency(project, ref, scope);
    for (const origin of via) {
      const name = origin.split(/[\s(]/, 1)[0]!;
      const dependents = byName.find(normalName(name));
      if (dependents.length === 0) out.addDependency(project, ref, scope);
      for (const dependent of dependents) out.addDependency(dependent, ref);
    }
  }
}

/** Whole words only: `requirements-latest.txt` is none of tests, and `requirements-device.txt` none of developers. */
function scopeOf(fileName: string): DependencyScope {
  const words = fileName
    .toLowerCase()
    .replace(/requirements?/, ' ')
    .split(/[^a-z]+/);
  if (words.some((word) => /^(?:unit|py)?test(?:s|ing)?$/.test(word))) return 'test';
  return words.some((word) =>
    /^(?:dev(?:s|el|elop|elopment|elopers?)?|lint(?:s|er|ers|ing)?|docs?|build|ci)$/.test(word),
  )
    ? 'development'
    : 'runtime';
}

const constraintLimit = { max: 20, of: 'files of constraints', unknown: 'the versions in them are unknown' };

/** Versions by name of the files that `-c` names: of what is asked for, pip installs no other. */
async function constraintsOf(lines: readonly Line[], file: ManifestFile, out: ContentsBuilder) {
  const pins = new Map<string, string>();
  for (const { text, line, in: from = file } of withinLimit(
    lines.filter(({ text }) => isConstraint.test(text)),
    constraintLimit,
    out,
  )) {
    const other = text.replace(isConstraint, '').trim();
    const path = /^\w+:/.test(other) ? null : joinPath(folderOf(from.path), other);
    const bytes = path === null ? null : await file.tree.read(path);
    const content = bytes && (await ifReadable(manifestText(bytes)));
    if (content === null)
      out.addWarning(
        line,
        `The file ${JSON.stringify(other.slice(0, 80))} was not read, and the versions in it are unknown`,
      );
    for (const one of logicalLines(content ?? '')) {
      const { name = '', specifier = '' } = parsePypiRequirement(one.text.split(/\s--/, 1)[0]!) ?? {};
      const version = pinnedVersion(specifier);
      // Of several, which one holds depends on markers.
      if (version !== '') pins.set(normalName(name), pins.get(normalName(name)) ?? version);
    }
  }
  return pins;
}

const isConstraint = /^(?:-c|--constraint(?![\w-]))[\s=]*/;

/** Lines of a requirements file that stand in another file. */
export async function addRequirements(written: readonly Written[], file: ManifestFile, out: ContentsBuilder) {
  const lines = await withInclusions(
    written.map((line) => ({ ...line, via: [] })),
    file,
  );
  const pins = await constraintsOf(lines, file, out);
  return lines.map((line) => readLine(line, { file: line.in ?? file, pins }, out));
}

function readLine(
  { text, line }: Written,
  { file, pins }: { file: ManifestFile; pins: ReadonlyMap<string, string> },
  out: ContentsBuilder,
): string | null {
  const options = /^(?:-e|--editable)[\s=]+(.*)$/.exec(text);
  const target = (options?.[1] ?? text).trim();
  if (target.startsWith('-')) {
    warnOfIndex(target, line, out);
    if (isInclusion.test(target)) warnOfInclusion(target, line, file, out);
    return null;
  }
  const hashes = hashesOf([...text.matchAll(/--hash[= ]([a-z0-9]+:[0-9a-fA-F]+)/g)].map((match) => match[1]!));
  const plain = target.split(/\s--/, 1)[0]!.trim();
  const found = addressed(plain);
  if (found) {
    const folder = isFolder(found) ? joinPath(folderOf(file.path), found.download!) : null;
    if (folder !== null) warnOfFolder(found.download!, line, file, out);
    if (folder !== null && found.name !== '') return out.addProject(folder, found.name);
    if (found.name !== '')
      return out.addComponent(pypiComponent({ ...found, hashes: [...hashes, ...found.hashes], line }));
    if (folder === null) warnOfFolder(found.download!, line, file, out);
    return null;
  }
  const requirement = parsePypiRequirement(plain);
  if (!requirement) {
    out.addWarning(line, `This is no requirement of pip: ${plain.slice(0, 80)}`);
    return null;
  }
  const { name, specifier } = requirement;
  const version = pinnedVersion(specifier) || (pins.get(normalName(name)) ?? '');
  const request = version === '' && specifier !== '' ? { requirement: specifier } : {};
  return out.addComponent(pypiComponent({ name, version, ...request, hashes, line }));
}

/** pip asks it for all packages of all files: which of them are from there is not said. */
function warnOfIndex(option: string, line: number, out: ContentsBuilder): void {
  const [, address = ''] = /^(?:-i|--index-url|--extra-index-url)[\s=]+["']?([^\s"']{1,1000})/.exec(option) ?? [];
  const registry = registryQualifier('pypi', address);
  if (registry !== '')
    out.addWarning(line, `Packages may be from ${registry.slice(0, 200)}: they are taken for those of the public registry`); // prettier-ignore
}

interface Addressed {
  /** Empty for a folder, whose name stands in its own files. */
  readonly name: string;
  readonly version: string;
  readonly vcs?: string;
  readonly download?: string;
  readonly hashes: readonly BomHash[];
}

/** `git+https://host/o/r@ref#egg=name`, `name @ …`, or the address or path of a wheel, archive or folder. */
function addressed(plain: string): Addressed | null {
  const named = parsePypiRequirement(plain);
  const isAddress = /^(?:[a-z]+\+)?(?:https?|ssh|git|file):/.test(plain);
  const path = plain.split(/\s*;\s/, 1)[0]!;
  const isPath = !isAddress && !named?.url && (/^[./\\~]/.test(path) || archiveEnd.test(path));
  const address = isAddress ? plain : isPath ? path : named?.url;
  if (!address) return null;
  const [location = '', fragment = ''] = address.split('#', 2);
  const file = baseName(location.replaceAll('\\', '/'));
  const archive = archiveName(file);
  const egg = /(?:^|&)egg=([A-Za-z0-9._-]+)/.exec(fragment)?.[1];
  const before = isAddress || isPath ? undefined : named?.name;
  const isLocal = isPath || location.startsWith('file:');
  const last =
    isLocal && !archiveEnd.test(file) ? '' : baseName(location.replace(/@[^@/]*$/, '')).replace(/\.git$/, '');
  const name = before ?? egg ?? archive?.name ?? last;
  const isVcs = /^[a-z]+\+/.test(location);
  const source = isVcs ? { vcs: location } : { download: location };
  const hashes = hashesOf([fragment.replace('=', ':')]);
  return { name, version: isVcs ? '' : (archive?.version ?? ''), ...source, hashes };
}

/** A folder of the tree, which is in no registry, with or without a name. */
const isFolder = ({ download = '' }: Addressed): boolean => /^\.{1,2}\//.test(download) && !archiveEnd.test(download);

const archiveEnd = /\.(?:whl|tar\.gz|zip)$/;

/** Of a wheel (packaging.python.org, "Binary distribution format") or a source archive, whose name may have hyphens. */
function archiveName(file: string): { name: string; version: string } | null {
  const wheel = /^([A-Za-z0-9._]{1,200}?)-(\d[^-]{0,100})(?:-[^/]{0,200})?\.(?:whl|tar\.gz|zip)$/.exec(file);
  const [, name, version] = wheel ?? /^([A-Za-z0-9._-]{1,200})-(\d[^-]{0,100})\.(?:tar\.gz|zip)$/.exec(file) ?? [];
  return name !== undefined && version !== undefined ? { name, version } : null;
}

const isThere = ({ tree }: ManifestFile, path: string): boolean => tree.named(baseName(path)).includes(path);

const projectFiles = ['pyproject.toml', 'setup.py', 'setup.cfg'];

/** A folder of the tree is read by itself. Paths are relative to where pip runs, which is the top or the file's folder. */
function warnOfFolder(path: string, line: number, file: ManifestFile, out: ContentsBuilder): void {
  const relative = path.replace(/^file:/, '').replace(/\[[^\]]*\]$/, '');
  const folder = folderOf(file.path);
  for (const at of [joinPath(folder, relative), joinPath('', relative)]) {
    if (at === folder) return;
    if (at !== null && projectFiles.some((name) => isThere(file, at === '' ? name : `${at}/${name}`))) return;
  }
  out.addWarning(line, `The package in ${JSON.stringify(path.slice(0, 80))} was not read: it is not in the tree`);
}

function warnOfInclusion(text: string, line: number, file: ManifestFile, out: ContentsBuilder): void {
  const other = text.replace(isInclusion, '').trim();
  const path = joinPath(folderOf(file.path), other);
  const shown = JSON.stringify(other.slice(0, 80));
  if (path === null || !isThere(file, path))
    out.addWarning(line, `The file ${shown} is not there, and the requirements in it were not read`);
  else if (!isRequirements(path)) out.addWarning(line, `The file ${shown} was not read: it, or the number of files that are included, is too large, or it is no text`); // prettier-ignore
}
