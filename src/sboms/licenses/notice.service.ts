import { Injectable } from '@nestjs/common';
import { licenseTextFromPart } from '../../formats/conversion/from-spdx-parts.js';
import { NoticeCollector, type Notice } from '../../licenses/notice.js';
import type { Actor } from '../../organizations/access/actor.js';
import { Database } from '../../platform/database/database.js';
import type { Sql } from '../../platform/database/sql.js';
import { findSbom } from '../sboms.repository.js';
import type { SbomRow } from '../sboms.view.js';
import { listedLicenseText } from './license-texts.js';
import { streamLicenseTexts, streamNoticeComponents } from './notice.repository.js';

export interface NoticeScope {
  readonly includesInternal: boolean;
  /** Refuses, in the snapshot that the notice is made of. */
  readonly check?: (sql: Sql) => Promise<void>;
}

/** Attribution of the components of an SBOM. */
@Injectable()
export class NoticeService {
  constructor(private readonly database: Database) {}

  async notice(
    actor: Actor,
    id: string,
    { includesInternal, check }: NoticeScope = { includesInternal: true },
  ): Promise<{ sbom: SbomRow; notice: Notice }> {
    const collector = new NoticeCollector();
    const sbom = await this.database.snapshot(actor.tenancy, async (sql) => {
      const found = actor.authorize(await findSbom(sql, id), 'SBOM');
      await check?.(sql);
      for await (const batch of streamLicenseTexts(sql, found.id))
        for (const { data } of batch) {
          const own = licenseTextFromPart(data);
          if (own) collector.addReference(own.id, own.text);
        }
      for await (const batch of streamNoticeComponents(sql, found.id))
        for (const component of batch)
          if (includesInternal || !component.internal) collector.add(component);
          else collector.withhold();
      return found;
    });
    const ids = collector.listedIds();
    const texts = new Map(await Promise.all(ids.map(async (one) => [one, await listedLicenseText(one)] as const)));
    return { sbom, notice: collector.finish((one) => texts.get(one) ?? null, sbom.open_gaps) };
  }
}
