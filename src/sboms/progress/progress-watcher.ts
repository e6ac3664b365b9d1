import { Injectable } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { notFound } from '../../model/errors.js';
import { RunChangeNotifier } from '../../jobs/job-watcher.js';
import { Watcher } from '../../jobs/watcher.js';
import type { Actor } from '../../organizations/access/actor.js';
import { Database } from '../../platform/database/database.js';
import { findSboms } from '../sboms.repository.js';
import { progressOf } from './progress.repository.js';
import type { SbomProgressView } from './progress.view.js';

/** Called with each SBOM of the listener after each poll, first at once. One that was deleted is missing. */
export type ProgressListener = (sboms: readonly SbomProgressView[]) => void;

interface Watch {
  readonly orgIds: readonly string[];
  readonly sbomIds: readonly string[];
  readonly listener: ProgressListener;
}

/** Jobs report more often than people can see. */
const restMs = 250;

/** Watches the work on SBOMs for all who wait for it, with one query for all. */
@Injectable()
export class ProgressWatcher extends Watcher<Watch> {
  constructor(
    private readonly database: Database,
    changes: RunChangeNotifier,
  ) {
    super('SBOMs');
    changes.onChanged(() => this.watches.size > 0 && this.pollSoon());
  }

  /**
   * @returns the function that stops watching
   * @throws CallerError 404 unless the actor sees every SBOM, 429 when the user watches too often
   * @throws TransientError when there are too many watchers
   */
  async watch(actor: Actor, ids: readonly string[], listener: ProgressListener): Promise<() => void> {
    const sbomIds = [...new Set(ids.map((id) => id.toLowerCase()))];
    const rows = await this.database.transaction(actor.tenancy, (sql) => findSboms(sql, sbomIds));
    const authorized = rows.map((row) => actor.authorize(row, 'SBOM'));
    if (authorized.length < sbomIds.length) throw notFound('SBOM');
    return this.add(actor.userId, { orgIds: authorized.map(({ org_id }) => org_id), sbomIds, listener });
  }

  protected async poll(): Promise<void> {
    if (this.watches.size === 0) return;
    const watches = [...this.watches];
    const organizations = [...new Set(watches.flatMap(({ orgIds }) => orgIds))];
    const ids = [...new Set(watches.flatMap(({ sbomIds }) => sbomIds))];
    const rows = await this.database.transaction({ organizations }, (sql) => progressOf(sql, ids));
    const byId = new Map(rows.map((row) => [row.id, row]));
    for (const { sbomIds, listener } of watches) listener(sbomIds.flatMap((id) => byId.get(id) ?? []));
    await sleep(restMs, undefined, { signal: this.stopped }).catch(() => undefined);
  }
}
