import { Injectable } from '@nestjs/common';
import { groupBy } from '../../model/group-by.js';
import type { Sql } from '../../platform/database/sql.js';
import { RulesetsService } from '../../rulesets/rulesets.service.js';
import type { Demands } from '../../rulesets/rules/evaluate.js';
import type { FoundEntity } from '../../scores/entities/entity.js';
import { databaseDay, storedEntities } from '../../scores/stored/entity-scores.repository.js';
import { vulnerabilitiesOf } from '../../scores/stored/entity-vulnerabilities.repository.js';
import { namedEntity } from '../../scores/stored/named-entity.js';
import { findingOf } from '../../scores/stored/vulnerability-row.js';
import { SbomsRepository } from '../sboms.repository.js';
import { judgeComponent, type ComponentVerdict, type Grounds, type ScoredRow } from './component-verdict.js';
import { documentStatements, type DocumentStatements } from './document-statements.js';
import { FiguresRepository } from './figures.repository.js';
import { announceJudging, lockScoring } from './scoring-locks.js';
import { ScoringRepository } from './scoring.repository.js';

/** What the entries of one SBOM are judged by. */
export interface SbomGrounds {
  readonly sbomId: string;
  readonly demands: Demands;
  readonly stated: DocumentStatements;
}

/** Judges entries by the stored scores of their entities. */
@Injectable()
export class ComponentJudge {
  constructor(
    private readonly sboms: SbomsRepository,
    private readonly rulesets: RulesetsService,
    private readonly scoring: ScoringRepository,
    private readonly figures: FiguresRepository,
  ) {}

  /** Null where the SBOM is gone. */
  async groundsOf(sql: Sql, sbomId: string): Promise<SbomGrounds | null> {
    const sbom = await this.sboms.find(sql, sbomId);
    if (!sbom) return null;
    const ruleset = await this.rulesets.applied(sql, sbom, sbom.ruleset_id);
    const parts = await this.scoring.documentStatements(sql, sbomId);
    const stated = documentStatements(parts, await this.scoring.statedDocument(sql, sbomId));
    return { sbomId, demands: ruleset, stated };
  }

  /** Stores what comes out for the entries. */
  async judge(sql: Sql, grounds: SbomGrounds, ids: readonly string[]): Promise<void> {
    await announceJudging(sql);
    await lockScoring(sql, [grounds.sbomId]);
    const rows = await this.scoring.byIds(sql, ids);
    await this.scoring.write(sql, await this.verdicts(sql, grounds, rows));
  }

  /** Brings the SBOM's figures in line with its entries' scores. */
  async sumUp(sql: Sql, sbomId: string): Promise<void> {
    await lockScoring(sql, [sbomId]);
    await this.scoring.prune(sql, sbomId);
    await this.figures.sumUp(sql, [sbomId]);
  }

  /** An entry whose entity is not stored has changed in between: the run that this has queued sees to it. */
  async verdicts(sql: Sql, grounds: SbomGrounds, rows: readonly ScoredRow[]): Promise<ComponentVerdict[]> {
    const named = rows.map((row) => ({ row, entityId: entityOfRow(row)?.id ?? null }));
    const groundsFor = await this.groundsOfRows(sql, grounds, named);
    return named.flatMap(({ row, entityId }) => {
      const own = groundsFor(row, entityId);
      return own ? [judgeComponent(row, own)] : [];
    });
  }

  private async groundsOfRows(
    sql: Sql,
    { demands, stated }: SbomGrounds,
    named: readonly { row: ScoredRow; entityId: string | null }[],
  ): Promise<(row: ScoredRow, entityId: string | null) => Grounds | null> {
    const ids = [...new Set(named.flatMap(({ entityId }) => entityId ?? []))];
    const entities = new Map((await storedEntities(sql, ids)).map((one) => [one.entity_id, one]));
    const findings = groupBy(await vulnerabilitiesOf(sql, ids), ({ entity_id }) => entity_id);
    const said = await this.scoring.personStatements(sql, named.map(({ row }) => row.id)); // prettier-ignore
    const persons = groupBy(said, ({ component_id }) => component_id);
    const today = await databaseDay(sql);
    return (row, entityId) => {
      const entity = entityId === null ? null : entities.get(entityId);
      if (entity === undefined) return null;
      const document = [...stated.ofAll, ...(stated.byRef.get(row.ref) ?? []), ...(stated.byRef.get(row.identity) ?? [])]; // prettier-ignore
      return {
        ...{ entity, demands, today },
        findings: (entityId === null ? [] : (findings.get(entityId) ?? [])).map(findingOf),
        statements: [...document, ...(persons.get(row.id) ?? [])],
      };
    };
  }
}

export const entityOfRow = (row: ScoredRow): FoundEntity | null =>
  namedEntity({
    ...{ purl: row.selected_purl, cpe: row.selected_cpe, repoUrl: row.selected_repo, version: row.version },
  });
