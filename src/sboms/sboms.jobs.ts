import { IsId } from '../platform/identifiers/is-id.js';
import { defineJob } from '../jobs/job.js';

export class ImportPayload {
  @IsId()
  import_id!: string;
}

/** Reads an uploaded file into its SBOM. */
export const ImportSbom = defineJob({
  name: 'sbom.import',
  payload: ImportPayload,
  queue: 'interactive',
  retry: { attempts: 3, firstDelaySeconds: 1 },
});

export class ResolvePayload {
  @IsId()
  sbom_id!: string;
}

/** Looks for the identity of every entry of an SBOM that waits for it. */
export const ResolveSbom = defineJob({ name: 'sbom.resolve', payload: ResolvePayload, queue: 'interactive' });

export class LookUpPayload {
  @IsId()
  sbom_id!: string;
}

/** Asks live sources about what the catalogue does not know of an SBOM's entries. Nobody waits for it. */
export const LookUpSbom = defineJob({
  name: 'sbom.look-up',
  payload: LookUpPayload,
  retry: { attempts: 3, firstDelaySeconds: 30 },
  timeoutSeconds: 4 * 3600,
});

export class ScorePayload {
  @IsId()
  sbom_id!: string;
}

/** Scores the entries of an SBOM that have changed, or whose entities have, and sums up its figures. */
export const ScoreSbom = defineJob({ name: 'sbom.score', payload: ScorePayload, queue: 'interactive' });

export class RescorePayload {}

/** Scores what the changes of the catalogue concern, wherever it occurs. */
export const RescoreChanged = defineJob({ name: 'sbom.rescore', payload: RescorePayload });
