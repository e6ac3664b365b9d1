import type { ContentsBuilder } from '../contents-builder.js';
import type { DependencyScope } from '../manifest.js';
import type { ManifestFile, ManifestKind } from '../manifest-kind.js';
import { baseName, folderOf } from '../paths.js';
import { manifestText } from '../reading/text-file.js';
import { RefsByName } from '../refs-by-name.js';
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

function isRequirements(path: string): boolean {
  const name = baseName(path);
  if (name.length > 200 || !/\.(?:txt|pip|in)$/.test(name)) return false;
  return /requirements?[^/]*$/i.test(name) || baseName(folderOf(path)) === 'requirements';
}

interface Line {
  readonly text: string;
  readonly line: number;
  /** Dependents according to pip-compile: names, or files with `-r`. */
  readonly via: string[];
}

async function read(file: ManifestFile, out: ContentsBuilder): Promise<void> {
  // What pip-compile made of it says more.
  if (/\.in$/.test(file.path) && (await file.tree.read(file.path.replace(/in$/, 'txt')))) return;
  const lines = logicalLines(await manifestText(file.bytes));
  const scope = scopeOf(baseName(file.path));
  const project = out.addProject(folderOf(file.path));
  const byName = new RefsByName();
  const added = lines.map((line) => {
    const ref = readLine(line, out);
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

function scopeOf(fileName: string): DependencyScope {
  if (/test/i.test(fileName)) return 'test';
  return /dev|lint|docs?\b|build|ci\b/i.test(fileName) ? 'development' : 'runtime';
}

function readLine({ text, line }: Line, out: ContentsBuilder): string | null {
  const options = /^(?:-e|--editable)[\s=]+(.*)$/.exec(text);
  const target = (options?.[1] ?? text).trim();
  if (target.startsWith('-')) {
    if (/^(?:-r|--requirement)\b/.test(target)) noteInclusion(target, line, out);
    return null;
  }
  const hashes = hashesOf([...text.matchAll(/--hash[= ]([a-z0-9]+:[0-9a-fA-F]+)/g)].map((match) => match[1]!));
  const plain = target.split(/\s--/, 1)[0]!.trim();
  const address = /^(?:[a-z]+\+)?(?:https?|ssh|git|file):/.test(plain) ? plain : parsePypiRequirement(plain)?.url;
  if (address) return readAddress(plain, address, line, out);
  if (/^[./\\~]|\.(?:whl|tar\.gz|zip)$/.test(plain)) return null; // a folder or archive of the tree
  const requirement = parsePypiRequirement(plain);
  if (!requirement) {
    out.addWarning(line, `This is no requirement of pip: ${plain.slice(0, 80)}`);
    return null;
  }
  const { name, specifier } = requirement;
  const version = pinnedVersion(specifier);
  const request = version === '' && specifier !== '' ? { requirement: specifier } : {};
  return out.addComponent(pypiComponent({ name, version, ...request, hashes, line }));
}

/** `git+https://host/o/r@ref#egg=name`, `name @ git+https://…`, or the address of a wheel or archive. */
function readAddress(plain: string, address: string, line: number, out: ContentsBuilder): string | null {
  const [location = '', fragment = ''] = address.split('#', 2);
  const file = baseName(location);
  const archive = /^([A-Za-z0-9._]{1,200}?)-(\d[^-]{0,100})(?:-[^/]{0,200})?\.(?:whl|tar\.gz|zip)$/.exec(file);
  const egg = /(?:^|&)egg=([A-Za-z0-9._-]+)/.exec(fragment)?.[1];
  const before = plain === address ? undefined : parsePypiRequirement(plain)?.name;
  const repository = baseName(location.replace(/@[^@/]*$/, '')).replace(/\.git$/, '');
  const name = before ?? egg ?? archive?.[1] ?? repository;
  const isVcs = /^[a-z]+\+/.test(location);
  if (location.startsWith('file:')) return null;
  const hashes = hashesOf([fragment.replace('=', ':')]);
  const source = isVcs ? { vcs: location } : { download: location };
  return out.addComponent(pypiComponent({ name, version: isVcs ? '' : (archive?.[2] ?? ''), ...source, hashes, line }));
}

function noteInclusion(text: string, line: number, out: ContentsBuilder): void {
  const other = text.replace(/^(?:-r|--requirement)[\s=]*/, '').trim();
  if (!isRequirements(other) && !isRequirements(`${folderOf(out.file)}/${other}`))
    out.addWarning(line, `The file ${JSON.stringify(other.slice(0, 80))} is not a known manifest and was not read`);
}

const maxLineLength = 65_536;

/** Logical lines: joined after `\`, without comments. A `# via` comment after or below a line belongs to it. */
function logicalLines(text: string): Line[] {
  const found: Line[] = [];
  let open = null as { text: string; line: number } | null;
  let listsVia = false;
  for (const [index, raw] of text.split('\n').entries()) {
    const comment = /(?:^|\s)#(.*)$/.exec(raw.slice(0, maxLineLength));
    const code = (comment ? raw.slice(0, comment.index) : raw).slice(0, maxLineLength).trim();
    const text = comment?.[1]!.trim() ?? '';
    if (code !== '') listsVia = false;
    const ends = code.endsWith('\\');
    const part = ends ? code.slice(0, -1).trim() : code;
    if (part !== '' || ends) open = { text: `${open?.text ?? ''} ${part}`.trim(), line: open?.line ?? index + 1 };
    if (open && (open.text.length > maxLineLength || !ends)) {
      if (open.text !== '') found.push({ ...open, via: [] });
      open = null;
    }
    const last = found.at(-1);
    if (!last || text === '') continue;
    if (text === 'via' || text.startsWith('via ')) {
      listsVia = true;
      if (text.length > 4)
        last.via.push(
          ...text
            .slice(4)
            .split(',')
            .map((name) => name.trim()),
        );
    } else if (listsVia && code === '') last.via.push(text);
  }
  if (open && open.text !== '') found.push({ ...open, via: [] });
  return found;
}
