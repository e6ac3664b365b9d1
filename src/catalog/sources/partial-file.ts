import { readFile, rm, stat } from 'node:fs/promises';

/** What a server said of a file, to ask next time whether it has changed (RFC 9110, 13.1). */
export interface Validators {
  readonly etag?: string;
  readonly lastModified?: string;
}

/** The beginning of a file that has come already. */
export interface PartialFile {
  readonly bytes: number;
  readonly validators: Validators;
  /** For If-Range: a strong ETag, else the date (RFC 9110, 13.1.5). */
  readonly version: string;
}

/** Lies beside the file while it is fetched, and tells which version of it the bytes belong to. */
export const sidecar = (file: string): string => `${file}.version`;

/** Null where nothing has come, or the server does not say of which version. */
export async function readPartialFile(file: string): Promise<PartialFile | null> {
  try {
    const { size } = await stat(file);
    const validators = JSON.parse(await readFile(sidecar(file), 'utf8')) as Validators;
    const version = validators.etag?.startsWith('"') ? validators.etag : validators.lastModified;
    return size > 0 && version ? { bytes: size, validators, version } : null;
  } catch {
    return null;
  }
}

export async function deleteDownload(file: string): Promise<void> {
  await rm(sidecar(file), { force: true });
  await rm(file, { force: true });
}
