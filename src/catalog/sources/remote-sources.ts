import { CallerError } from '../../model/errors.js';
import { debianSources } from './debian.js';
import { endoflifeSource } from './endoflife.js';
import { epssSource } from './epss.js';
import { kevSource } from './kev.js';
import { nvdCpeSource } from './nvd-cpe.js';
import { osvSources } from './osv.js';
import { purl2cpeSource } from './purl2cpe.js';
import type { RemoteSource } from './source.js';

/** Every source that `catalog:sync` knows: a new one is a file and a line here. */
export const remoteSources: readonly RemoteSource[] = [
  ...[kevSource, epssSource, endoflifeSource],
  ...[nvdCpeSource, purl2cpeSource],
  ...debianSources,
  ...osvSources,
];

/** The named ones; all of them where none is named. @throws {CallerError} 400 for an unknown name */
export function remoteSourcesNamed(names: readonly string[]): readonly RemoteSource[] {
  const known = new Map(remoteSources.map((source) => [source.name, source]));
  const unknown = names.find((name) => !known.has(name));
  if (unknown !== undefined)
    throw new CallerError(400, `There is no source ${unknown}; there are ${[...known.keys()].join(', ')}`);
  return names.length === 0 ? remoteSources : names.map((name) => known.get(name)!);
}
