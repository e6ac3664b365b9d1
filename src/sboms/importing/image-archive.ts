import { join } from 'node:path';
import { constants, gunzipSync } from 'node:zlib';
import { mkdir } from 'node:fs/promises';
import { FormatError, type ByteSource, type ParseLimits } from '../../formats/format.js';
import type { BomEvent } from '../../model/document.js';
import { imageFiles } from '../../trees/archive/image-files.js';
import { archiveKindOf, Unpacker } from '../../trees/archive/unpack.js';
import { UnpackedFiles } from '../../trees/archive/unpacked-files.js';
import { sourceLimits } from '../../trees/source-files.js';
import { readTree } from '../../trees/tree-reading.js';
import type { SourceGap } from '../../trees/gap.js';

/** A tar pads what it holds with zeros. */
const ratioFrom = 10 * 1024 * 1024;
const headLength = 64 * 1024;

/** Whether a file is a tar archive, compressed or not: no SBOM is one. */
export async function isTarArchive(file: ByteSource): Promise<boolean> {
  const head = Buffer.from(await file.read(0, headLength));
  const kind = archiveKindOf(head);
  if (kind !== 'gzip') return kind === 'tar';
  try {
    return archiveKindOf(gunzipSync(head, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: 64 * 1024 * 1024 })) === 'tar'; // prettier-ignore
  } catch {
    return false; // the reader of SBOMs says what is wrong with it
  }
}

/**
 * The components of a container image that was uploaded as `docker save` or the OCI layout writes it.
 *
 * @throws FormatError `unknown_format` for a tar archive that is no image, or holds several
 */
export async function* readImageArchive(
  file: ByteSource,
  { name, folder, limits }: { name: string; folder: string; limits: ParseLimits },
): AsyncIterable<readonly BomEvent[]> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const bounds = { ...sourceLimits, maxBytes: limits.maxBytes, maxRatio: limits.maxRatio, ratioFrom };
  const files = await UnpackedFiles.open(join(folder, 'image'), bounds);
  try {
    const unpacker = new Unpacker(files, folder, bounds);
    await unpacker.unpack(file, name, '');
    const image = await imageFiles(files);
    if (!image)
      throw new FormatError(
        'unknown_format',
        'The tar archive is not one container image: send the archive of one image (docker save, OCI layout), or analyse the archive as a project of type artifact',
      );
    for (const { path, message } of [...unpacker.warnings, ...image.warnings]) yield [warning(path, message)];
    let gaps: readonly SourceGap[] = [];
    const subject = { ref: 'subject', ...(await nameOf(files, name)) };
    yield* readTree(image.files, { subject, isArtifact: true }, (report) => (gaps = report.gaps));
    for (const { path, message } of gaps) yield [warning(path, `Not read: ${message}`)];
  } finally {
    await files.close();
  }
}

const warning = (place: string, message: string): BomEvent => ({ type: 'warning', warning: { place, message } });

/** The first of the image's tags, else the name of the file. */
async function nameOf(files: UnpackedFiles, fileName: string): Promise<{ name: string; org: string; version: string }> {
  const bytes = await files.read('manifest.json');
  const text = bytes && bytes.length <= headLength ? Buffer.from(bytes).toString('utf8') : '';
  const [, name = '', version = ''] = /"RepoTags"\s*:\s*\[\s*"([^"\\]{1,400}):([\w.-]{1,128})"/.exec(text) ?? [];
  return { name: name || fileName || 'image', org: '', version };
}
