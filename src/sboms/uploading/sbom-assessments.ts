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
    const page = { offset: 0, limit: maxShown };
    const affecting = { id, ...page, status: 'affected', exploited: false };
    const [sbom, evaluation, { rows, total, severities }] = await Promise.all([
      this.database.transaction(actor.tenancy, async (sql) =>
        sbomView(actor.authorize(await findSbom(sql, id), 'SBOM')),
      ),
      this.compliance.applied(actor, { sbom_id: id, ...page }),
      this.vulnerabilities.ofSbom(actor, affecting),
    ]);
    const { verdict, passed, pending: pending_count } = evaluation;
    const view = {
      ...{ sbom, created, changes, verdict, passed, pending_count, evaluation, severities },
      markdown: markdownSummary({ sbom, verdict, pending_count, evaluation }),
      vulnerabilities: rows,
    };
    return { view, vulnerabilityCount: total };
  }
}
