import { Injectable } from '@nestjs/common';
import { foreignRegistry, ownRegistry } from '../../model/foreign-registry.js';
import { groupBy } from '../../model/group-by.js';
import { formatPurl, purlKey, purlOrNull } from '../../model/purl.js';
import type { Sql } from '../../platform/database/sql.js';
import { RulesetsService } from '../../rulesets/rulesets.service.js';
import type { RulesetDefinition, VersionedRuleset } from '../../rulesets/rules/evaluate.js';
import type { ResolvedEntity } from '../../scores/entities/entity.js';
import { databaseDay, storedEntities, type RescoredEntity } from '../../scores/stored/entity-scores.repository.js';
import { vulnerabilitiesOf } from '../../scores/stored/entity-vulnerabilities.repository.js';
import { entityOfSelection } from '../../scores/stored/entity-of-selection.js';
import { findingOf } from '../../scores/stored/vulnerability-row.js';
import { findSbom } from '../sboms.repository.js';
import {
  scoreComponent,
  type ComponentScore,
  type ScoringInput,
  type ScoredRow,
  outcomeFor,
} from './component-score.js';
import { withDeclaredSource } from './declared-source.js';
import { readDocumentStatements, type DocumentStatements } from './document-statements.js';
import {
  findDocumentStatements,
  findRefsAmong,
  findStatementDocument,
  findScoredRows,
  upsertScores,
  deleteOrphanedScores,
  findPersonStatements,
  lockScoringShared,
} from './scoring.repository.js';
import { isOnVersion } from './named-versions.js';
import { endStatementsOnReplaced } from './replaced-identities.js';
import { lockSbomScoring, updateSbomFigures } from './sbom-figures.repository.js';
import { mapWithYield } from '../../platform/process/map-with-yield.js';
import { findStaleGroups, updateStaleScores, type EntryGroup } from './rescoring.repository.js';

/** Scores groups of equivalent entries at once when their entity changed. */
@Injectable()
export class BatchComponentScorer {
  constructor(private readonly rulesets: RulesetsService) {}

  /**
   * @returns the SBOMs and number of updated entries, whether some of those found must be scored one by one, and whether
   *   there may be more than `limit`
   */
  async score(
    sql: Sql,
    rescored: readonly RescoredEntity[],
    limit: number,
  ): Promise<{ sbomIds: string[]; entries: number; hasOthers: boolean; hasMore: boolean }> {
    const entities = new Map(rescored.map((one) => [one.entity_id, one]));
    const groups = await findStaleGroups(sql, [...entities.keys()], limit);
    const found = groups.reduce((sum, { entries }) => sum + entries, 0);
    if (found === 0) return { sbomIds: [], entries: 0, hasOthers: false, hasMore: false };
    // If another run has scored the entity since, its entries are scored one by one from the stored entity.
    const batchable = groups.filter(
      (group) => !group.is_apart && entities.get(group.entity_id)!.digest === group.digest,
    );
    const demandsByRuleset = await this.demands(sql, batchable);
    const today = await databaseDay(sql);
    const outcomes = await mapWithYield(batchable, (group) => {
      const entity = entities.get(group.entity_id)!;
      const input = {
        entity,
        findings: entity.findings,
        statements: [],
        demands: demandsByRuleset.get(rulesetKey(group))!,
      };
      const { outcome } = outcomeFor(group, { ...input, today });
      return { ...group, ...outcome, assessed_by: input.demands.id, assessed_version: input.demands.version };
    });
    const updated = await updateStaleScores(sql, outcomes);
    return { ...updated, hasOthers: updated.entries < found, hasMore: found === limit };
  }

  private async demands(sql: Sql, groups: readonly EntryGroup[]): Promise<Map<string, VersionedRuleset>> {
    const demands = new Map<string, VersionedRuleset>();
    for (const group of groups) {
      const key = rulesetKey(group);
      if (!demands.has(key)) demands.set(key, await this.rulesets.applicable(sql, group, group.ruleset_id));
    }
    return demands;
  }
}

const rulesetKey = ({ org_id, ruleset_id }: EntryGroup): string => `${org_id} ${ruleset_id ?? ''}`;

/** Input that all entries of one SBOM share. */
export interface SbomScoringInput<Demands = VersionedRuleset> {
  readonly sbomId: string;
  readonly demands: Demands;
  readonly statements: DocumentStatements;
  /** Of those that statements are on, the refs of live entries; others may be package URLs. */
  readonly refs: ReadonlySet<string>;
}

/** @throws CallerError 413 where they come to too many */
export async function statementsOfDocument(sql: Sql, sbomId: string): Promise<DocumentStatements> {
  const parts = await findDocumentStatements(sql, sbomId);
  return readDocumentStatements(parts, await findStatementDocument(sql, sbomId));
}

/** Scores entries from the stored scores of their entities. */
@Injectable()
export class ComponentScorer {
  constructor(private readonly rulesets: RulesetsService) {}

  /** Null if the SBOM is deleted. */
  async inputOf(sql: Sql, sbomId: string): Promise<SbomScoringInput | null> {
    const sbom = await findSbom(sql, sbomId);
    if (!sbom) return null;
    const ruleset = await this.rulesets.applicable(sql, sbom, sbom.ruleset_id);
    const statements = await statementsOfDocument(sql, sbomId);
    const refs = await findRefsAmong(sql, sbomId, [...statements.byRef.keys()]);
    return { sbomId, demands: ruleset, statements, refs };
  }

  /** Scores the entries and stores the results. */
  async score(sql: Sql, input: SbomScoringInput, ids: readonly string[]): Promise<void> {
    await lockScoringShared(sql);
    await lockSbomScoring(sql, [input.sbomId]);
    const rows = await findScoredRows(sql, ids);
    await endStatementsOnReplaced(sql, rows.map((row) => ({ id: row.id, entity: entityOfRow(row) }))); // prettier-ignore
    await upsertScores(sql, await this.scores(sql, input, rows), input.demands);
  }

  /** Updates the figures of the SBOM from the scores of its entries. */
  async updateFigures(sql: Sql, sbomId: string): Promise<void> {
    await lockSbomScoring(sql, [sbomId]);
    await deleteOrphanedScores(sql, sbomId);
    await updateSbomFigures(sql, [sbomId]);
  }

  /** Entries whose entity is not stored are skipped: they have changed, and another run is queued for them. */
  async scores(
    sql: Sql,
    input: SbomScoringInput<RulesetDefinition>,
    rows: readonly ScoredRow[],
  ): Promise<ComponentScore[]> {
    const named = rows.map((row) => ({ row, entityId: entityOfRow(row)?.id ?? null }));
    const inputFor = await this.inputOfRows(sql, input, named);
    return named.flatMap(({ row, entityId }) => {
      const rowInput = inputFor(row, entityId);
      return rowInput ? [scoreComponent(row, rowInput)] : [];
    });
  }

  private async inputOfRows(
    sql: Sql,
    { demands, statements, refs }: SbomScoringInput<RulesetDefinition>,
    named: readonly { row: ScoredRow; entityId: string | null }[],
  ): Promise<(row: ScoredRow, entityId: string | null) => ScoringInput | null> {
    const ids = [...new Set(named.flatMap(({ entityId }) => entityId ?? []))];
    const entities = new Map((await storedEntities(sql, ids)).map((one) => [one.entity_id, one]));
    const findings = groupBy(await vulnerabilitiesOf(sql, ids), ({ entity_id }) => entity_id);
    const personStatements = await findPersonStatements(sql, named.map(({ row }) => row.id)); // prettier-ignore
    const statementsByComponent = groupBy(personStatements, ({ component_id }) => component_id);
    const today = await databaseDay(sql);
    return (row, entityId) => {
      const entity = entityId === null ? null : entities.get(entityId);
      if (entity === undefined) return null;
      const ofPackage = refs.has(row.identity) ? undefined : statements.byRef.get(row.identity);
      const document = [...statements.forAll, ...(statements.byRef.get(row.ref) ?? []), ...(ofPackage ?? [])];
      return {
        entity,
        demands,
        today,
        findings: (entityId === null ? [] : (findings.get(entityId) ?? [])).map(findingOf),
        statements: [
          ...document.filter((one) => isOnVersion(one, versionOf(row))),
          ...(statementsByComponent.get(row.id) ?? []),
        ],
      };
    };
  }
}

export const entityOfRow = (row: ScoredRow): ResolvedEntity | null =>
  entityOfSelection({
    purl: ownPackage(row) ?? withDeclaredSource(row.selected_purl, row),
    cpe: row.selected_cpe,
    repoUrl: row.selected_repo,
    version: row.version,
  });

const versionOf = ({ version, selected_purl: purl }: ScoredRow): string =>
  version || ((purl && purlOrNull(purl)?.version) ?? '');

/**
 * The declared package of an internal component, in the organization's own registry: a public package of the same name
 * is another one. Null where the component is not internal, or a decision has given it another package.
 */
function ownPackage({ own_purls: declared, selected_purl: selected }: ScoredRow): string | null {
  const purl = selected === null ? null : purlOrNull(selected);
  if (!purl || !declared || foreignRegistry(purl) !== null) return null;
  const isDeclared = declared.map(purlOrNull).some((one) => one !== null && purlKey(one) === purlKey(purl));
  return isDeclared ? formatPurl({ ...purl, qualifiers: { ...purl.qualifiers, repository_url: ownRegistry } }) : null;
}
