import { cpeKey, cpeOrNull } from '../../model/cpe.js';
import { CallerError } from '../../model/errors.js';
import { purlOrNull } from '../../model/purl.js';
import { parseRepository } from '../../model/repository.js';
import { buildEntity } from '../entities/entity-finder.js';
import type { EntityRows, ResolvedEntity } from '../entities/entity.js';
import { versionOfCpe } from '../entities/entity-identifiers.js';

/** Selected identifiers of a component, and its version where the identifiers have none. */
export interface SelectedIdentifiers {
  readonly purl: string | null;
  readonly cpe: string | null;
  readonly repoUrl: string | null;
  readonly version: string;
}

const noRows: EntityRows = { package: null, product: null, repository: null };

/** The entity of a selection, from the identifiers alone; null where none can be parsed. */
export function entityOfSelection(selected: SelectedIdentifiers): ResolvedEntity | null {
  const cpe = selected.cpe === null ? null : cpeOrNull(selected.cpe);
  const given = {
    purl: selected.purl === null ? null : purlOrNull(selected.purl),
    cpe: cpe && cpeKey(cpe) !== null ? cpe : null,
    repository: selected.repoUrl === null ? null : orNull(() => parseRepository(selected.repoUrl!)),
  };
  if (!given.purl && !given.cpe && !given.repository) return null;
  const own = given.purl?.version || versionOfCpe(given.cpe);
  // A version from a file may be invalid in an identifier.
  return orNull(() => buildEntity(given, noRows, own || selected.version)) ?? buildEntity(given, noRows, own);
}

function orNull<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof CallerError) return null;
    throw error;
  }
}
