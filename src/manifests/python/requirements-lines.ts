import type { ManifestFile } from '../manifest-kind.js';
import { baseName, folderOf, joinPath } from '../paths.js';
import { ifReadable } from '../reading/if-readable.js';
import { manifestText } from '../reading/text-file.js';

export function isRequirements(path: string): boolean {
  const name = baseName(path);
  if (name.length > 200 || !/\.(?:txt|pip|in)$/.test(name)) return false;
  return /requirements?[^/]*$/i.test(name) || baseName(folderOf(path)) === 'requirements';
}

export interface Written {
  readonly text: string;
  readonly line: number;
}

export interface Line extends Written {
  /** Another file that has it, where a file of another name includes that. */
  readonly in?: ManifestFile;
  /** Dependents according to pip-compile: names, or files with `-r`. */
  readonly via: string[];
}

const maxIncluded = 50;

/** In the place of a file that `-r` names its lines, where its own name does not say that it holds requirements. */
export async function withInclusions(lines: readonly Line[], file: ManifestFile): Promise<Line[]> {
  const found: Line[] = [];
  const waiting = lines.toReversed();
  const included = new Set([file.path]);
  for (let line = waiting.pop(); line !== undefined; line = waiting.pop()) {
    const path = includedPath(line, line.in ?? file);
    const isNew = path !== null && !included.has(path) && included.size <= maxIncluded;
    const bytes = isNew ? await file.tree.read(path) : null;
    const text = bytes && (await ifReadable(manifestText(bytes)));
    if (path === null || (text === null && !included.has(path))) found.push(line);
    if (path === null || text === null) continue;
    included.add(path);
    const from = { ...file, path };
    for (const one of logicalLines(text).reverse()) waiting.push({ ...one, in: from, line: line.line });
  }
  return found;
}

export const isInclusion = /^(?:-r|--requirement(?![\w-]))[\s=]*/;

/** Of a file that is read because it is included alone. */
function includedPath({ text }: Written, file: ManifestFile): string | null {
  const other = isInclusion.test(text) ? text.replace(isInclusion, '').trim() : '';
  if (other === '' || /^\w+:/.test(other)) return null;
  const path = joinPath(folderOf(file.path), other);
  return path === null || isRequirements(path) ? null : path;
}

const maxLineLength = 65_536;

/** Logical lines: joined after `\`, without comments. A `# via` comment after or below a line belongs to it. */
export function logicalLines(text: string): Line[] {
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
