import { Injectable } from '@nestjs/common';
import { CallerError } from '../../model/errors.js';
import type { Actor } from '../../organizations/access/actor.js';
import { Database } from '../../platform/database/database.js';
import { Quotas } from '../../platform/http/quotas.js';
import { findSbom } from '../sboms.repository.js';
import { checkFile, openDelivery, standardsOf } from './check-file.js';
import { correctionWorkbook } from './correction-workbook.js';
import { findPreviousDelivery } from './quality.repository.js';
import type { QualityQuery } from './quality.dto.js';
import type { QualityView } from './quality.view.js';

/** Nothing can be said of it to a supplier. */
const noFile = (): CallerError => new CallerError(409, 'The SBOM has no imported file to correct; import one first');

/** Checks the files of SBOMs against published lists of what an SBOM must have. */
@Injectable()
export class QualityService {
  constructor(
    private readonly database: Database,
    private readonly quotas: Quotas,
  ) {}

  async quality(actor: Actor, { id, standard }: QualityQuery): Promise<QualityView> {
    return this.database.transaction(actor.tenancy, async (sql) => {
      const sbom = actor.authorize(await findSbom(sql, id), 'SBOM');
      const { name, version, supplier } = sbom;
      const previous = await findPreviousDelivery(sql, sbom.id, actor.visibleScope);
      return { id: sbom.id, name, version, supplier, ...(await checkFile(sql, sbom.id, standard || null)), previous };
    });
  }

  /** What a letter to the supplier says. @throws CallerError 409 without a file */
  async letter(actor: Actor, query: QualityQuery): Promise<QualityView> {
    const view = await this.quality(actor, query);
    if (view.format === '') throw noFile();
    return view;
  }

  /** The workbook that the supplier corrects. @throws CallerError 409 without a file */
  async withWorkbook(
    actor: Actor,
    { id, standard }: QualityQuery,
    write: (chunks: AsyncIterable<Uint8Array>) => Promise<void>,
  ): Promise<void> {
    const inSnapshot = () =>
      this.database.snapshot(actor.tenancy, async (sql) => {
        const sbom = actor.authorize(await findSbom(sql, id), 'SBOM');
        const standards = standardsOf(standard || null);
        const delivery = await openDelivery(sql, sbom.id, standards);
        if (!delivery) throw noFile();
        const checked = await checkFile(sql, sbom.id, standard || null);
        await write(correctionWorkbook(checked.standards, delivery));
      });
    await this.quotas.exports.run(actor.quotaKey, inSnapshot);
  }
}
