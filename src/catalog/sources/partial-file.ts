import { readFile, rm, stat } from 'node:fs/promises';

/** Validators of a downloaded file for conditional requests (RFC 9110, 13.1). */
export interface Validators {
  readonly etag?: string;
  readonly lastModified?: string;
}

/** The downloaded beginning of a file. */
export interface PartialFile {
  readonly bytes: number;
  readonly validators: Validators;
  /** For If-Range: a strong ETag, else the date (RFC 9110, 13.1.5). */
  readonly version: string;
}

/** The file with the validators of a download in progress. */
export const sidecar = (file: string): string => `${file}.version`;

/** Null where there is no part, or its version is unknown. */
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
