import type { BomLicense } from '../../model/document.js';
import { evaluate, type RulesetDefinition, type RuleFailure } from '../../rulesets/rules/evaluate.js';
import { measureComponent } from '../../scores/metrics/component-score.js';
import {
  type CoverageStatus,
  unresolvedCoverage,
  withUndecidedPackage,
} from '../../scores/coverage/entity-coverage.js';
import { scoreOf } from '../../scores/metrics/formula.js';
import type { StoredEntity } from '../../scores/stored/entity-scores.repository.js';
import type { Finding } from '../../scores/vulnerabilities/findings.js';
import { decidingStatement, statusByVex, type VexStatement } from '../../scores/vulnerabilities/vex.js';
import { joinLicenses } from '../../model/license.js';
import { normalizeLicense, saysLicense } from '../../model/license-normalization.js';
import type { DeclaredSourceRow } from './declared-source.js';

/**
 * The licence of a component as one expression, normalized to SPDX where possible; null if there is none. Concluded
 * licences come before declared ones; several are joined with AND.
 */
export function componentLicense(licenses: readonly BomLicense[] | null): string | null {
  const declared = (licenses ?? []).flatMap((one) => {
    const text = (one.expression ?? one.id ?? one.name ?? '').trim();
    return saysLicense(text) ? [{ text: normalizeLicense(text) ?? text, relation: one.relation }] : [];
  });
  const concluded = declared.filter(({ relation }) => relation === 'concluded');
  const texts = [...new Set((concluded.length > 0 ? concluded : declared).map(({ text }) => text))];
  return joinLicenses(texts, 'AND') || null;
}

/** The columns of an entry that scoring reads. */
export interface ScoredRow extends DeclaredSourceRow {
  readonly id: string;
  readonly position: number;
  readonly org_id: string;
  readonly sbom_id: string;
  readonly version: string;
  readonly selected_purl: string | null;
  readonly selected_cpe: string | null;
  readonly selected_repo: string | null;
  /** Purls that the file declares, where a pattern of the organization matches the entry; else null. */
  readonly own_purls: readonly string[] | null;
  readonly status: string;
  readonly ref: string;
  readonly identity: string;
  readonly licenses: readonly BomLicense[] | null;
  /** A product is selected, and not the package that may be meant as well. */
  readonly package_undecided: boolean;
  /** Changes with every change of the row. */
  readonly stamp: string;
}

/** The effective statement on one vulnerability of a component, as stored. */
export interface EffectiveStatement {
  readonly component_id: string;
  readonly vulnerability: string;
  readonly org_id: string;
  readonly sbom_id: string;
  readonly status: string;
  readonly justification: string;
  readonly stated_by: string;
  readonly stated_at: string;
  readonly label: string | null;
  readonly response: string | null;
  readonly expires_at: string | null;
  readonly end_reason: string | null;
}

/** Risk and rule failures. */
export interface ScoreOutcome {
  readonly risk: number;
  readonly risk_ecosystem: number;
  readonly risk_technology: number;
  readonly risk_supply_chain: number;
  /** Share of the weight of all metrics that rests on data, 0–1. */
  readonly risk_coverage: number;
  /** Whether its vulnerabilities were looked for. */
  readonly examined: CoverageStatus;
  readonly failures: readonly RuleFailure[];
}

/** Properties of the entry itself that affect its score. */
export interface ScoredProperties {
  /** Licence expression or text; null if the SBOM declares none. */
  readonly license: string | null;
  readonly is_resolved: boolean;
  readonly is_package_undecided: boolean;
}

/** The score of a component. */
export interface ComponentScore extends ScoreOutcome, ScoredProperties {
  readonly component_id: string;
  readonly org_id: string;
  readonly sbom_id: string;
  readonly entity_id: string | null;
  readonly stamp: string;
  readonly is_contested: boolean;
  readonly statements: readonly EffectiveStatement[];
}

/** Input of scoring; `entity` is null for an unidentified component. */
export interface ScoringInput {
  readonly entity: StoredEntity | null;
  readonly findings: readonly Finding[];
  readonly statements: readonly VexStatement[];
  readonly demands: RulesetDefinition;
  readonly today: string;
}

/** The score of a component, ready to be stored. */
export function scoreComponent(row: ScoredRow, input: ScoringInput): ComponentScore {
  const { entity } = input;
  const properties = {
    license: componentLicense(row.licenses),
    is_resolved: row.status === 'resolved',
    is_package_undecided: row.package_undecided,
  };
  const { outcome, assessed } = outcomeFor(properties, input);
  return {
    component_id: row.id,
    org_id: row.org_id,
    sbom_id: row.sbom_id,
    entity_id: entity?.entity_id ?? null,
    ...outcome,
    ...properties,
    is_contested: input.statements.length > 0,
    stamp: `${row.stamp} ${entity?.digest ?? ''}`,
    statements: assessed.flatMap(({ id, vex }) => (vex ? [effectiveStatement(row, id, vex)] : [])),
  };
}

/** A finding with the statement that applies to it. */
type AssessedFinding = Finding & { readonly vex: VexStatement | null };

/** Risk and failures for these properties, and the statements that apply to the findings. */
export function outcomeFor(
  { license, is_resolved: isResolved, is_package_undecided: isPackageUndecided }: ScoredProperties,
  { entity, findings, statements, demands, today }: ScoringInput,
): { outcome: ScoreOutcome; assessed: readonly AssessedFinding[] } {
  const assessed = statements.length === 0 ? [] : findings.map((finding) => assessFinding(finding, statements));
  const isContested = assessed.some(({ vex }) => vex !== null);
  const ofEntity = entity?.coverage ?? unresolvedCoverage;
  const coverage = isPackageUndecided ? withUndecidedPackage(ofEntity) : ofEntity;
  const version = entity?.version ?? '';
  const properties = { license, findings: isContested ? assessed : null, version, coverage, today };
  const { measurements, metricValues } = measureComponent(entity?.readings ?? null, properties);
  const { value: risk, coverage: risk_coverage, scopes } = scoreOf(measurements);
  const failures = evaluate(demands, {
    vulnerabilities: (isContested ? assessed : findings).filter(({ status }) => status === 'affected'),
    isResolved,
    license,
    metricValues,
    coverage,
    risk,
    today,
  });
  const { ecosystem: risk_ecosystem, technology: risk_technology, supply_chain: risk_supply_chain } = scopes;
  const examined = coverage.vulnerabilities.status;
  return {
    outcome: { risk, risk_ecosystem, risk_technology, risk_supply_chain, risk_coverage, examined, failures },
    assessed,
  };
}

function assessFinding(finding: Finding, statements: readonly VexStatement[]): AssessedFinding {
  const vex = decidingStatement([finding.id, ...finding.aliases], statements);
  return { ...finding, vex, status: statusByVex(finding.status, vex) };
}

const effectiveStatement = (row: ScoredRow, vulnerability: string, vex: VexStatement): EffectiveStatement => ({
  component_id: row.id,
  org_id: row.org_id,
  sbom_id: row.sbom_id,
  vulnerability,
  status: vex.isExpired ? 'expired' : vex.status,
  justification: vex.justification,
  stated_by: vex.statedBy,
  stated_at: vex.statedAt,
  label: vex.label ?? null,
  response: vex.response ?? null,
  expires_at: vex.expiresAt ?? null,
  end_reason: vex.endReason ?? null,
});
