import { ArrayMaxSize, IsArray, IsString } from 'class-validator';
import { defineJob } from '../jobs/job.js';

export class SyncSourcesPayload {
  /** Names of sources; none: all but the indexes of registries. */
  @IsArray()
  @ArrayMaxSize(100)
  @IsString({ each: true })
  sources!: string[];
}

/** Downloads what publishers have updated. One run at a time; a large dictionary over a slow line takes hours. */
export const SyncSources = defineJob({
  name: 'catalog.sync',
  payload: SyncSourcesPayload,
  retry: { attempts: 3, firstDelaySeconds: 60, maxDelaySeconds: 600 },
  timeoutSeconds: 8 * 3600,
});

export const syncKey = { key: 'catalog.sync', until: 'finished' } as const;
