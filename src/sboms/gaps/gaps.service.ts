import { Injectable } from '@nestjs/common';
import { invalid } from '../../model/errors.js';
import type { Actor } from '../../organizations/access/actor.js';
import { Database } from '../../platform/database/database.js';
import { findSbom, findSbomForUpdate, updateSbomCounts } from '../sboms.repository.js';
import type { AcceptGapsBody, GetGapsQuery } from './gaps.dto.js';
import { acceptGaps, findGapPaths, gapPage } from './gaps.repository.js';
import type { GapView } from './gaps.view.js';

/** Files of sources that were seen and not read. */
@Injectable()
export class GapsService {
  constructor(private readonly database: Database) {}

  async list(actor: Actor, query: GetGapsQuery): Promise<{ rows: GapView[]; total: number }> {
    return this.database.transaction(actor.tenancy, async (sql) => {
      const sbom = actor.authorize(await findSbom(sql, query.sbom_id), 'SBOM');
      return gapPage(sql, { sbomId: sbom.id, accepted: query.accepted ?? null }, query);
    });
  }

  /** With its last open gap the SBOM may become `allconfirmed`. @returns the paths that were open */
  async accept(actor: Actor, { sbom_id, paths, note }: AcceptGapsBody): Promise<string[]> {
    return this.database.transaction(actor.tenancy, async (sql) => {
      const sbom = actor.authorize(await findSbomForUpdate(sql, sbom_id), 'SBOM');
      const wanted = paths ?? null;
      const known = wanted && (await findGapPaths(sql, sbom.id, wanted));
      const unknown = wanted?.findIndex((path) => !known!.has(path)) ?? -1;
      if (unknown >= 0)
        throw invalid('Invalid request: the SBOM has no such gap', { [`paths.${unknown}`]: 'must name a gap' });
      const accepted = await acceptGaps(sql, { sbomId: sbom.id, paths: wanted }, { userId: actor.userId, note });
      if (accepted.length > 0 && sbom.status !== 'finished') await updateSbomCounts(sql, sbom.id);
      return accepted;
    });
  }
}
