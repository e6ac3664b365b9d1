import type { ContentsBuilder } from '../contents-builder.js';
import type { DependencyScope } from '../manifest.js';
import type { ManifestFile, ManifestKind } from '../manifest-kind.js';
import { baseName, folderOf } from '../paths.js';
import { manifestText } from '../reading/text-file.js';
import { imageComponent } from './image-reference.js';

/** Dockerfile and Containerfile: the images that it starts from or copies from. Its commands are not read. */
export const dockerfile: ManifestKind = {
  id: 'dockerfile',
  ecosystem: 'docker',
  nature: 'declared',
  files: ['Dockerfile', 'Dockerfile.*', 'Dockerfile-*', 'Containerfile', '*.Dockerfile'],
  matches: (path) =>
    /^(?:Dockerfile|Containerfile)(?:\.[^/]+|[-_][\w-]+)?$|\.(?:Dockerfile|Containerfile)$/i.test(baseName(path)),
  read,
};

interface ImageUse {
  readonly image: string;
  readonly line: number;
  scope: DependencyScope;
}

/** A stage and its base: an image or an earlier stage. */
interface Stage {
  readonly name: string;
  readonly base: ImageUse | Stage | null;
  /** Images that files are copied from. */
  readonly copied: ImageUse[];
}

async function read(file: ManifestFile, out: ContentsBuilder): Promise<void> {
  const uses: ImageUse[] = [];
  const stages: Stage[] = [];
  const args = new Map<string, string>();
  const use = (image: string, line: number): ImageUse => {
    const found: ImageUse = { image, line, scope: 'build' };
    uses.push(found);
    return found;
  };
  for (const { words, line } of instructions(await manifestText(file.bytes))) {
    const verb = words[0]!.toUpperCase();
    if (verb === 'ARG' && stages.length === 0) for (const word of words.slice(1)) declareArgument(word, args);
    if (verb === 'FROM') {
      const [image = '', as, name = ''] = words.slice(1).filter((word) => !word.startsWith('--'));
      const text = expand(image, args);
      const earlier = stages.find((stage) => stage.name === text.toLowerCase());
      const base = earlier ?? (text === 'scratch' || text === '' ? null : use(text, line));
      stages.push({ name: as?.toUpperCase() === 'AS' ? name.toLowerCase() : '', base, copied: [] });
    }
    for (const other of othersOf(verb, words).map((text) => expand(text, args))) {
      const isStage = /^\d+$/.test(other) || stages.some(({ name }) => name === other.toLowerCase());
      if (isStage) continue;
      const found = use(other, line);
      if (verb !== 'RUN') stages.at(-1)?.copied.push(found);
    }
  }
  for (const shipped of shippedOf(stages.at(-1))) shipped.scope = 'runtime';
  const project = out.addProject(folderOf(file.path));
  for (const { image, line, scope } of uses) add(image, { line, scope, project }, out);
}

/** The last stage is shipped with its base, and with what is copied into both. */
function* shippedOf(last: Stage | undefined): Iterable<ImageUse> {
  let at: Stage | ImageUse | null = last ?? null;
  for (; at && 'base' in at; at = at.base) yield* at.copied;
  if (at) yield at;
}

/** Stages and images that an instruction copies from, or mounts: `COPY --from=x`, `RUN --mount=type=bind,from=x`. */
function othersOf(verb: string, words: readonly string[]): string[] {
  const end = words.findIndex((word, index) => index > 0 && !word.startsWith('--'));
  const option = verb === 'RUN' ? /^--mount=(?:.{0,500},)?from=([^,]+)/i : /^--from=(.+)$/i;
  if (!['COPY', 'ADD', 'RUN'].includes(verb)) return [];
  return words.slice(1, end < 0 ? undefined : end).flatMap((word) => option.exec(word)?.[1] ?? []);
}

function add(
  image: string,
  { line, scope, project }: { line: number; scope: DependencyScope; project: string },
  out: ContentsBuilder,
): void {
  const found = image.includes('$') ? null : imageComponent(image, line);
  if (found) out.addDependency(project, out.addComponent(found), scope);
  else
    out.addWarning(
      line,
      `The image ${image.slice(0, 80)} is unknown: it is set by a build argument or is not an image reference`,
    );
}

const maxLineLength = 16_384;

/** `<<EOF`, but not the shell's here-string `<<<word` or a shift. */
const hereDocument = /(?<!<)<<-?["']?([A-Za-z_]\w{0,100})["']?/;

/** Instructions as words. Lines that end with `\` are joined; comments and here-documents are skipped. */
function* instructions(text: string): Iterable<{ words: string[]; line: number }> {
  let pending = '';
  let start = 0;
  let ending: string | null = null;
  const escape = /^#\s*escape\s*=\s*`/im.test(text.slice(0, 1_000)) ? '`' : '\\';
  for (const [index, raw] of text.split('\n').entries()) {
    const line = raw.slice(0, maxLineLength).trim();
    if (ending !== null) {
      if (line === ending) ending = null;
      continue;
    }
    if (line.startsWith('#') || (line === '' && pending !== '')) continue;
    if (pending === '') start = index + 1;
    const goesOn = line.endsWith(escape);
    if (pending.length < maxLineLength) pending += `${goesOn ? line.slice(0, -1) : line} `;
    if (goesOn) continue;
    const words = pending.split(/\s+/).filter((word) => word !== '');
    ending = hereDocument.exec(pending)?.[1] ?? null;
    if (words.length > 0) yield { words, line: start };
    pending = '';
  }
}

function declareArgument(word: string, args: Map<string, string>): void {
  const [name = '', ...value] = word.split('=');
  if (value.length > 0) args.set(name, expand(value.join('=').replace(/^(["'])(.*)\1$/, '$2'), args));
}

/**
 * Expands `$NAME`, `${NAME}` and `${NAME:-default}`; unknown names stay. Values are expanded when they are declared.
 */
function expand(text: string, args: ReadonlyMap<string, string>): string {
  const pattern = /\$(?:(\w{1,100})|\{(\w{1,100})(?::-([^}]{0,500}))?\})/g;
  return text
    .slice(0, 1_024)
    .replace(pattern, (reference, plain?: string, braced?: string, fallback?: string) => {
      return args.get(plain ?? braced!) ?? fallback ?? reference;
    })
    .slice(0, 4_096);
}
