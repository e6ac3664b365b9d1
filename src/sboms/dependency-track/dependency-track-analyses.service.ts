import { Injectable } from '@nestjs/common';
import { invalid, notFound } from '../../model/errors.js';
import { maxText } from '../../platform/http/fields.js';
import type { VexStatus } from '../../vex/vex-words.js';
import type { Actor } from '../../organizations/access/actor.js';
import { StatementsService } from '../vulnerabilities/statements.service.js';
import { VulnerabilitiesService } from '../vulnerabilities/vulnerabilities.service.js';
import type { ComponentVulnerabilityView, StatementView } from '../vulnerabilities/vulnerabilities.view.js';
import {
  justificationOf,
  labelOfJustification,
  responseOfWord,
  statusOfState,
  textWithJustification,
} from './analysis-words.js';
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

  /** A decision replaces the one before it; the same one keeps what the request leaves out. @throws CallerError 400, 404 */
  async decide(actor: Actor, body: AnalysisBody): Promise<object> {
    const before = await this.finding(actor, body);
    const state = body.analysisState || analysisStateOf(before);
    const status = statusOfState[state]!;
    const isSuppressed = body.isSuppressed ?? body.suppressed;
    if (isSuppressed && status !== 'not_affected')
      throw invalid('Invalid request: a finding is suppressed only by a decision', {
        [body.isSuppressed ? 'isSuppressed' : 'suppressed']: 'needs analysisState NOT_AFFECTED or FALSE_POSITIVE',
      });
    const said = { vulnerability: before.id, status, ...decisionOf(body, state, heldStatement(before, status)) };
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

/** The statement that says the same already; what a request leaves out stays as it is there. */
const heldStatement = ({ statement }: ComponentVulnerabilityView, status: VexStatus): StatementView | null =>
  statement?.status === status ? statement : null;

/** @throws CallerError 400 if a comment does not fit behind the details that stay */
function decisionOf(body: AnalysisBody, state: string, held: StatementView | null) {
  const { analysisJustification: why, analysisResponse: done, analysisDetails, comment } = body;
  const before = held && justificationOf(held.label, held.justification);
  const reason = reasonOf({ comment, analysisDetails: analysisDetails || before?.details });
  if (comment && reason.length > maxText)
    throw invalid('Invalid request: the comment does not fit behind the details', {
      comment: `must be at most ${maxText} characters together with the details so far; send analysisDetails in their place`,
    });
  const isNotAffected = statusOfState[state] === 'not_affected';
  const word = isNotAffected ? why || before?.word || 'NOT_SET' : 'NOT_SET';
  return {
    justification: textWithJustification(word, reason || `Analysis: ${state}`),
    label: isNotAffected ? (why ? labelOfJustification[why]! : (held?.label ?? null)) : null,
    response: done ? responseOfWord[done]! : (held?.response ?? null),
    // A decision that is not made anew does not hold for longer.
    expires_at: body.analysisState ? null : (held?.expires_at?.toISOString() ?? null),
  };
}

interface Decision {
  readonly justification?: string | null;
  readonly label?: string | null;
  readonly response?: string | null;
}

function analysisView(state: string, decision: Decision, isSuppressed: boolean): object {
  const { word, details } = justificationOf(decision.label ?? null, decision.justification ?? '');
  return {
    analysisState: state,
    analysisJustification: word,
    analysisResponse: decision.response?.toUpperCase() ?? 'NOT_SET',
    analysisDetails: details,
    isSuppressed,
    analysisComments: [],
  };
}
