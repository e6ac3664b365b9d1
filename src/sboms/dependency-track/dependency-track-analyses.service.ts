import { Injectable } from '@nestjs/common';
import { invalid, notFound } from '../../model/errors.js';
import type { Actor } from '../../organizations/access/actor.js';
import { StatementsService } from '../vulnerabilities/statements.service.js';
import { VulnerabilitiesService } from '../vulnerabilities/vulnerabilities.service.js';
import type { ComponentVulnerabilityView } from '../vulnerabilities/vulnerabilities.view.js';
import { justificationOfLabel, labelOfJustification, responseOfWord, statusOfState } from './analysis-words.js';
import { reasonOf, type AnalysisBody, type AnalysisQuery } from './analyses.dto.js';
import { analysisStateOf, vulnerabilityUuid } from './dependency-track.view.js';

const pageSize = 1_000;

/** Decisions about findings, which are statements here. */
@Injectable()
export class DependencyTrackAnalyses {
  constructor(
    private readonly vulnerabilities: VulnerabilitiesService,
    private readonly statements: StatementsService,
  ) {}

  /** @throws CallerError 404 for no such finding, and for one that nobody has decided */
  async get(actor: Actor, query: AnalysisQuery): Promise<object> {
    const found = await this.finding(actor, query);
    if (!found.statement) throw notFound('analysis');
    return analysisView(analysisStateOf(found), found.statement, found.status === 'not_affected');
  }

  /** A decision replaces the one before it. @throws CallerError 400, 404 */
  async decide(actor: Actor, body: AnalysisBody): Promise<object> {
    const before = await this.finding(actor, body);
    const state = body.analysisState || analysisStateOf(before);
    const status = statusOfState[state]!;
    const isSuppressed = body.isSuppressed ?? body.suppressed;
    if (isSuppressed && status !== 'not_affected')
      throw invalid('Invalid request: a finding is suppressed only by a decision', {
        [body.isSuppressed ? 'isSuppressed' : 'suppressed']: 'needs analysisState NOT_AFFECTED or FALSE_POSITIVE',
      });
    const reason = reasonOf(body) || `Analysis: ${state}`;
    const label = status === 'not_affected' ? labelOfJustification[body.analysisJustification || 'NOT_SET']! : null;
    const response = responseOfWord[body.analysisResponse || 'NOT_SET']!;
    const said = { vulnerability: before.id, status, justification: reason, label, response };
    await this.statements.record(actor, [body.component], said);
    // The finding shows it as soon as the component is scored again.
    return analysisView(state, said, status === 'not_affected');
  }

  private async finding(
    actor: Actor,
    { component, vulnerability }: AnalysisQuery,
  ): Promise<ComponentVulnerabilityView> {
    for (let offset = 0; ; offset += pageSize) {
      const query = { id: component, exploited: false, offset, limit: pageSize };
      const { rows, total } = await this.vulnerabilities.ofComponent(actor, query);
      const found = rows.find(({ id }) => vulnerabilityUuid(id) === vulnerability.toLowerCase());
      if (found) return found;
      if (offset + pageSize >= total) throw notFound('finding');
    }
  }
}

interface Decision {
  readonly justification?: string | null;
  readonly label?: string | null;
  readonly response?: string | null;
}

const analysisView = (state: string, decision: Decision, isSuppressed: boolean): object => ({
  analysisState: state,
  analysisJustification: justificationOfLabel(decision.label ?? null),
  analysisResponse: decision.response?.toUpperCase() ?? 'NOT_SET',
  analysisDetails: decision.justification ?? '',
  isSuppressed,
  analysisComments: [],
});
