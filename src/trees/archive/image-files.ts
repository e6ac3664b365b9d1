import type { Json } from '../../model/document.js';
import { isObject, objectOf, objectsOf, textOf, textsOf } from '../../model/json.js';
import { archiveSeparator } from '../../manifests/archives/archive-paths.js';
import { manifestFor } from '../../manifests/index.js';
import { knownManifestFor } from '../../manifests/known-manifests.js';
import { linkTarget } from './link-target.js';
import { FormatError } from '../../formats/format.js';
import type { SourceFiles } from '../source-files.js';

const maxJsonBytes = 4 * 1024 * 1024;
const maxIndexes = 3;
/** Docker builds at most some 127. */
const maxLayers = 1_000;
const whiteout = '.wh.';
const opaque = '.wh..wh..opq';

/** The file system of an image in an unpacked archive, with what of it could not be read. */
export interface ImageFiles {
  readonly files: SourceFiles;
  readonly warnings: readonly { readonly path: string; readonly message: string }[];
}

/** What was unpacked, with the targets of its symbolic links by path. */
export type UnpackedSource = SourceFiles & { readonly links?: ReadonlyMap<string, string> };

/**
 * The files of a container image as its top layer leaves them, of an unpacked archive of `docker save` or in the OCI
 * layout (image-spec, layer.md); null where the archive is none, or holds several images.
 */
export async function imageFiles(unpacked: UnpackedSource): Promise<ImageFiles | null> {
  const layers = (await layersOfDocker(unpacked)) ?? (await layersOfOci(unpacked));
  if (!layers) return null;
  if (layers.length > maxLayers) throw new FormatError('limit', `The image has more than ${maxLayers} layers`);
  const byLayer = new Map<string, string[]>(layers.map((layer) => [layer, []]));
  for (const path of [...unpacked.sizes.keys(), ...(unpacked.links?.keys() ?? [])]) {
    const end = path.indexOf(archiveSeparator);
    if (end > 0) byLayer.get(path.slice(0, end))?.push(path.slice(end + archiveSeparator.length));
  }
  const missing = layers.filter((layer) => byLayer.get(layer)!.length === 0 && !unpacked.unpacked?.has(layer) && (unpacked.sizes.get(layer) ?? 0) !== 0); // prettier-ignore
  const { origins, links } = separated(merged(layers, byLayer), unpacked.links ?? new Map());
  const followed = followLinks(origins, links);
  return {
    files: {
      sizes: new Map([...followed.files].map(([path, origin]) => [path, unpacked.sizes.get(origin)!])),
      skipped: followed.dangling.map((path) => ({ path, reason: 'link' })),
      executables: new Set(
        [...followed.files].flatMap(([path, origin]) => (unpacked.executables?.has(origin) ? [path] : [])),
      ),
      sourceOf: (path) => unpacked.sourceOf!(followed.files.get(path)!),
      follow: (path) => linkTarget(path, links),
      read: async (path) => (followed.files.has(path) ? unpacked.read(followed.files.get(path)!) : null),
      close: () => unpacked.close(),
    },
    warnings: missing.map((path) => ({ path, message: 'The layer of the image was not read: it is no tar archive' })),
  };
}

type Paths = Map<string, string>;

/** Files by path with their origins, and symbolic links with their targets. */
function separated(
  paths: ReadonlyMap<string, string>,
  targets: ReadonlyMap<string, string>,
): { origins: Paths; links: Paths } {
  const origins: Paths = new Map();
  const links: Paths = new Map();
  for (const [path, origin] of paths)
    if (targets.has(origin)) links.set(path, targets.get(origin)!);
    else origins.set(path, origin);
  return { origins, links };
}

/** Nobody has more links that are named like manifests. */
const maxFollowed = 10_000;

/** A link that is named like a manifest is read as one, unless its target is one itself; without a target it is a gap. */
function followLinks(origins: Paths, links: Paths): { files: Paths; dangling: string[] } {
  const files: Paths = new Map(origins);
  const dangling: string[] = [];
  for (const path of links.keys()) {
    if (manifestFor(path) === null && knownManifestFor(path) === null) continue;
    const target = files.size - origins.size < maxFollowed ? linkTarget(path, links) : undefined;
    const origin = target === undefined ? undefined : origins.get(target);
    if (origin === undefined) dangling.push(path);
    else if (manifestFor(target!) === null) files.set(path, origin);
  }
  return { files, dangling };
}

/** Paths of the image, and of the unpacked files that hold them. What is in an archive goes with it. */
function merged(layers: readonly string[], byLayer: ReadonlyMap<string, readonly string[]>): Map<string, string> {
  const kept = new Map<string, [path: string, origin: string][]>();
  for (const layer of layers) {
    const added = new Map<string, [string, string][]>();
    const removed = new Set<string>();
    const emptied = new Set<string>();
    for (const path of byLayer.get(layer)!) {
      const file = path.split(archiveSeparator, 1)[0]!;
      const [folder, name] = [file.slice(0, file.lastIndexOf('/') + 1), file.slice(file.lastIndexOf('/') + 1)];
      if (name === opaque) emptied.add(folder);
      else if (name.startsWith(whiteout)) removed.add(folder + name.slice(whiteout.length));
      else {
        const origins = added.get(file) ?? [];
        if (origins.push([path, layer + archiveSeparator + path]) === 1) added.set(file, origins);
      }
    }
    // A file hides the folder that had its name.
    const gone = new Set([...removed, ...added.keys()]);
    for (const file of kept.keys()) if (isGone(file, gone, emptied)) kept.delete(file);
    for (const [file, origins] of added) kept.set(file, origins);
  }
  return new Map([...kept.values()].flat());
}

function isGone(file: string, removed: ReadonlySet<string>, emptied: ReadonlySet<string>): boolean {
  if (removed.has(file) || emptied.has('')) return true;
  for (let end = file.lastIndexOf('/'); end > 0; end = file.lastIndexOf('/', end - 1))
    if (removed.has(file.slice(0, end)) || emptied.has(file.slice(0, end + 1))) return true;
  return false;
}

async function layersOfDocker(files: SourceFiles): Promise<string[] | null> {
  const manifest = await readJson(files, 'manifest.json');
  if (!Array.isArray(manifest) || manifest.length !== 1) return null;
  return present(files, textsOf(objectOf(manifest[0]).Layers));
}

async function layersOfOci(files: SourceFiles): Promise<string[] | null> {
  let found = await readJson(files, 'index.json');
  for (let depth = 0; depth < maxIndexes && isObject(found) && Array.isArray(found.manifests); depth += 1) {
    if (found.manifests.length !== 1) return null;
    found = await readJson(files, blobPath(objectOf(found.manifests[0]).digest));
  }
  return present(
    files,
    objectsOf(objectOf(found).layers).map(({ digest }) => blobPath(digest)),
  );
}

const blobPath = (digest: Json | undefined): string => `blobs/${textOf(digest).replace(':', '/')}`;

/** Each layer once, a repeated one where it is applied last; null without any, or if the archive lacks one. */
function present(files: SourceFiles, layers: readonly string[]): string[] | null {
  const prefixes = new Set([...files.sizes.keys()].map((path) => path.split(archiveSeparator, 1)[0]!));
  for (const path of files.unpacked ?? []) prefixes.add(path);
  const known = layers.filter((layer) => prefixes.has(layer));
  return known.length === 0 || known.length < layers.length ? null : [...new Set(known.reverse())].reverse();
}

async function readJson(files: SourceFiles, path: string): Promise<Json> {
  const size = files.sizes.get(path);
  if (size === undefined || size > maxJsonBytes) return null;
  try {
    return JSON.parse(Buffer.from((await files.read(path))!).toString('utf8')) as Json;
  } catch {
    return null;
  }
}
