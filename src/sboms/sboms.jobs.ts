import { IsId } from '../platform/identifiers/is-id.js';
import { defineJob } from '../jobs/job.js';

export class ImportPayload {
  @IsId()
  import_id!: string;
}

/** Imports an uploaded file into its SBOM. */
export const ImportSbom = defineJob({
  name: 'sbom.import',
  payload: ImportPayload,
  queue: 'interactive',
  retry: { attempts: 10, firstDelaySeconds: 1, maxDelaySeconds: 60 },
});

export class ResolvePayload {
  @IsId()
  sbom_id!: string;
}

/** Resolves the waiting entries of an SBOM. */
export const ResolveSbom = defineJob({ name: 'sbom.resolve', payload: ResolvePayload, queue: 'interactive' });

export class LookUpPayload {
  @IsId()
  sbom_id!: string;
}

/** Queries live sources for what the catalogue lacks about the entries of an SBOM, in the background. */
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

/** Scores the entries of an SBOM that changed, or whose entities changed, and updates its figures. */
export const ScoreSbom = defineJob({ name: 'sbom.score', payload: ScorePayload, queue: 'interactive' });

export class RescorePayload {}

/** Scores what changes of the catalogue affect, in all SBOMs. */
export const RescoreChanged = defineJob({ name: 'sbom.rescore', payload: RescorePayload });

export class DetectAlarmsPayload {}

/** Finds and publishes what is new of SBOMs whose scores were written. */
export const DetectAlarms = defineJob({ name: 'sbom.detect-alarms', payload: DetectAlarmsPayload });

export class SyncIssuesPayload {
  @IsId()
  channel_id!: string;
}

/** Brings the issues of a tracker to what is open of their SBOMs. Each has its own retries. */
export const SyncIssues = defineJob({
  name: 'alarm.sync-issues',
  payload: SyncIssuesPayload,
  timeoutSeconds: 3_600,
  retry: { attempts: 20, firstDelaySeconds: 10, maxDelaySeconds: 3_600 },
});
