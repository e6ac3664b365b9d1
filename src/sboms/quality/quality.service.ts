import { Injectable } from '@nestjs/common';
import type { Actor } from '../../organizations/access/actor.js';
import { Database } from '../../platform/database/database.js';
import { findSbom } from '../sboms.repository.js';
import { checkFile } from './check-file.js';
import type { QualityQuery } from './quality.dto.js';
import type { QualityView } from './quality.view.js';

/** Checks the files of SBOMs against published lists of what an SBOM must have. */
@Injectable()
export class QualityService {
  constructor(private readonly database: Database) {}

  async quality(actor: Actor, { id, standard }: QualityQuery): Promise<QualityView> {
    return this.database.transaction(actor.tenancy, async (sql) => {
      const sbom = actor.authorize(await findSbom(sql, id), 'SBOM');
      const { name, version, supplier } = sbom;
      return { id: sbom.id, name, version, supplier, ...(await checkFile(sql, sbom.id, standard || null)) };
    });
  }
}
