import { Injectable } from '@nestjs/common';
import type { Actor } from '../../organizations/access/actor.js';
import { Database } from '../../platform/database/database.js';
import { ComplianceService } from '../compliance/compliance.service.js';
import type { EntryChanges } from '../importing/reconcile.js';
import { findSbom } from '../sboms.repository.js';
import { sbomView } from '../sboms.view.js';
import { VulnerabilitiesService } from '../vulnerabilities/vulnerabilities.service.js';
import { markdownSummary } from './assessment-text.js';
import type { UploadView } from './upload.view.js';

/** Of components and of vulnerabilities. */
const maxShown = 100;

/** An SBOM with what its ruleset says and the worst vulnerabilities. */
@Injectable()
export class SbomAssessments {
  constructor(
    private readonly database: Database,
    private readonly compliance: ComplianceService,
    private readonly vulnerabilities: VulnerabilitiesService,
  ) {}

  async of(
    actor: Actor,
    id: string,
    { created, changes }: { created: boolean; changes: EntryChanges | null },
  ): Promise<{ view: UploadView; vulnerabilityCount: number }> {
    const { sbom, evaluation, affecting } = await this.database.transaction(actor.tenancy, async (sql) => {
      const row = actor.authorize(await findSbom(sql, id), 'SBOM');
      return {
        sbom: sbomView(row),
        evaluation: await this.compliance.appliedTo(sql, row, { offset: 0, limit: maxShown }),
        affecting: await this.vulnerabilities.affecting(sql, id, maxShown),
      };
    });
    const { rows, total, severities } = affecting;
    const { verdict, passed, pending: pending_count } = evaluation;
    const view = {
      sbom,
      created,
      changes,
      verdict,
      passed,
      pending_count,
      evaluation,
      severities,
      markdown: markdownSummary({ sbom, verdict, pending_count, evaluation }),
      vulnerabilities: rows,
    };
    return { view, vulnerabilityCount: total };
  }
}
