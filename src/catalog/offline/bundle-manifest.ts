import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Coverage, findingKinds } from '../../model/coverage.js';
import { unusable } from './bundle-signature.js';

export const manifestFile = 'manifest.json';
export const manifestFormat = 'stocktake-catalogue';
export const manifestVersion = 1;

/** A source as it was loaded where the bundle was written, and the file with its records. */
export interface ManifestSource {
  readonly name: string;
  readonly origin: string;
  readonly covers: readonly Coverage[];
  /** ISO 8601; null for entries, which no single source brought. */
  readonly dataAsOf: string | null;
  readonly file: string;
  readonly records: number;
}

export interface Manifest {
  readonly format: typeof manifestFormat;
  readonly version: typeof manifestVersion;
  readonly createdAt: string;
  readonly sources: readonly ManifestSource[];
}

/** @throws CallerError 422 */
export function readManifest(folder: string): Manifest {
  let manifest: Partial<Manifest>;
  try {
    manifest = JSON.parse(readFileSync(join(folder, manifestFile), 'utf8')) as Partial<Manifest>;
  } catch (error) {
    throw unusable(`${manifestFile} cannot be read: ${(error as Error).message}`);
  }
  if (manifest.format !== manifestFormat) throw unusable(`${manifestFile} is not that of a catalogue`);
  if (manifest.version !== manifestVersion)
    throw unusable(
      `${manifestFile} has version ${JSON.stringify(manifest.version)}; this release reads version ${manifestVersion}`,
    );
  if (!Array.isArray(manifest.sources) || !manifest.sources.every(isSource))
    throw unusable(`"sources" of ${manifestFile} is not a list of sources`);
  return manifest as Manifest;
}

const isSource = (source: ManifestSource): boolean =>
  typeof source?.name === 'string' &&
  typeof source.origin === 'string' &&
  typeof source.file === 'string' &&
  /^records\/[\w.-]+\.ndjson\.gz$/.test(source.file) &&
  (source.dataAsOf === null || !Number.isNaN(Date.parse(source.dataAsOf))) &&
  Array.isArray(source.covers) &&
  source.covers.every(isCoverage);

const isCoverage = (coverage: Coverage): boolean =>
  findingKinds.includes(coverage?.kind) &&
  Array.isArray(coverage.scopes) &&
  coverage.scopes.every((scope) => typeof scope === 'string') &&
  (coverage.completeSince === null || typeof coverage.completeSince === 'string');
