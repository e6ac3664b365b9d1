import { Injectable } from '@nestjs/common';
import { CallerError, notFound } from '../../model/errors.js';
import { groupBy } from '../../model/group-by.js';
import type { Actor } from '../../organizations/access/actor.js';
import { isAtLeast } from '../../organizations/access/roles.js';
import { Database } from '../../platform/database/database.js';
import type { Sql } from '../../platform/database/sql.js';
import { IdentifierIndex } from '../../scores/vulnerabilities/identifier-index.js';
import { indexRanges } from '../finding/entity-identifiers.js';
import { queueScoring } from '../sboms.pipeline.js';
import { findSbom, findSboms } from '../sboms.repository.js';
import type { SbomRow } from '../sboms.view.js';
import type { PackageStatementsBody, StatementBody, StatementHistoryQuery } from './statements.dto.js';
import { findEntriesInRanges, statementPage } from './statement-history.repository.js';
import {
  findSbomsOfComponents,
  insertStatements,
  maxStatements,
  type ComponentStatement,
} from './statements.repository.js';
import type { PackageStatementsView, StatementRecordView, StatementSbomView } from './statements.view.js';

/** What a person says of any component. */
type Said = Pick<StatementBody, 'status' | 'justification' | 'label' | 'response' | 'expires_at'>;

/** Statements of people on vulnerabilities of components. */
@Injectable()
export class StatementsService {
  constructor(private readonly database: Database) {}

  /** @returns ids of the components, each once */
  async record(
    actor: Actor,
    componentIds: readonly string[],
    said: Said & { vulnerability: string },
  ): Promise<string[]> {
    const ids = [...new Set(componentIds)];
    return this.database.transaction(actor.tenancy, async (sql) => {
      const components = await findSbomsOfComponents(sql, ids);
      if (components.length !== ids.length) throw notFound('component');
      const sboms = await findSboms(sql, [...new Set(components.map(({ sbom_id }) => sbom_id))].sort());
      const byId = new Map(sboms.map((sbom) => [sbom.id, sbom]));
      for (const { sbom_id } of components) actor.authorize(byId.get(sbom_id) ?? null, 'component');
      const bySbom = groupBy(components, ({ sbom_id }) => sbom_id);
      for (const sbom of sboms)
        await insertFor(sql, { actor, sbom }, said, rowsOf(bySbom.get(sbom.id) ?? [], [said.vulnerability], said));
      return ids;
    });
  }

  /** The same about every component that is one of the packages, in the SBOMs that the caller may change. */
  async recordForPackages(actor: Actor, body: PackageStatementsBody): Promise<PackageStatementsView> {
    const purls = [...new Set(body.purls)];
    actor.organization(body.org_id);
    return this.database.transaction(actor.tenancy, async (sql) => {
      const requested = await this.requestedSboms(sql, actor, body);
      const named = new IdentifierIndex(purls.map((purl) => [purl]));
      const found = new Set<number>();
      const ranges = purls.flatMap((purl) => indexRanges('purl', purl));
      const entries = await findEntriesInRanges(sql, ranges, {
        ...actor.visibleScope,
        orgId: body.org_id,
        sbomIds: requested?.map(({ id }) => id) ?? null,
      });
      const matching = entries.filter(({ purl }) => {
        const indexes = [...named.matches([purl])];
        for (const index of indexes) found.add(index);
        return indexes.length > 0;
      });
      const bySbom = groupBy(matching, ({ sbom_id }) => sbom_id);
      const all = (await findSboms(sql, [...bySbom.keys()].sort())).map((sbom) => ({
        sbom,
        entries: bySbom.get(sbom.id)!,
        isChanged: isWritable(actor, sbom),
      }));
      const changed = all.filter(({ isChanged }) => isChanged);
      const component_count = changed.reduce((sum, one) => sum + one.entries.length, 0);
      const vulnerabilities = [...new Set(body.vulnerabilities)];
      const statement_count = component_count * vulnerabilities.length;
      if (statement_count > maxStatements)
        throw new CallerError(413, `These are ${statement_count} statements; name fewer vulnerabilities, packages or SBOMs (${maxStatements} at most)`); // prettier-ignore
      for (const { sbom, entries: own } of changed)
        await insertFor(sql, { actor, sbom }, body, rowsOf(own, vulnerabilities, body));
      return {
        component_count,
        statement_count,
        sboms: changed.map(countEntries),
        read_only: all.filter(({ isChanged }) => !isChanged).map(countEntries),
        left_out: purls.filter((_, index) => !found.has(index)),
      };
    });
  }

  /** Every statement of people and imported documents on the components of an SBOM, the newest first. */
  async history(actor: Actor, query: StatementHistoryQuery): Promise<{ rows: StatementRecordView[]; total: number }> {
    return this.database.transaction(actor.tenancy, async (sql) => {
      const sbom = actor.authorize(await findSbom(sql, query.sbom_id), 'SBOM');
      if (query.component_id) await requireComponentOf(sql, sbom, query.component_id);
      return statementPage(sql, sbom.id, query, query);
    });
  }

  /** Null: no SBOM is named. */
  private async requestedSboms(
    sql: Sql,
    actor: Actor,
    { sbom_ids: ids, org_id }: PackageStatementsBody,
  ): Promise<SbomRow[] | null> {
    if (!ids || ids.length === 0) return null;
    const distinct = [...new Set(ids.map((id) => id.toLowerCase()))];
    const byId = new Map((await findSboms(sql, distinct)).map((sbom) => [sbom.id, sbom]));
    return distinct.map((id) => {
      const sbom = byId.get(id);
      return actor.authorize(sbom?.org_id === org_id.toLowerCase() ? sbom : null, 'SBOM');
    });
  }
}

async function requireComponentOf(sql: Sql, { id }: SbomRow, componentId: string): Promise<void> {
  const [component] = await findSbomsOfComponents(sql, [componentId]);
  if (component?.sbom_id !== id) throw notFound('component');
}

const countEntries = ({ sbom, entries }: { sbom: SbomRow; entries: readonly unknown[] }): StatementSbomView => ({
  sbom_id: sbom.id,
  components: entries.length,
});

const isWritable = (actor: Actor, { org_id, team_id }: SbomRow): boolean => {
  const role = actor.roleFor(org_id, team_id);
  return role !== null && isAtLeast(role, 'member');
};

const rowsOf = (
  components: readonly { readonly id: string }[],
  vulnerabilities: readonly string[],
  { status, justification, label, response }: Said,
): ComponentStatement[] =>
  components.flatMap(({ id }) =>
    vulnerabilities.map((vulnerability) => ({
      component_id: id,
      vulnerability,
      status,
      justification,
      label: label || null,
      response: response || null,
    })),
  );

async function insertFor(
  sql: Sql,
  { actor, sbom }: { actor: Actor; sbom: SbomRow },
  { expires_at }: Said,
  rows: readonly ComponentStatement[],
): Promise<void> {
  const author = { org_id: sbom.org_id, sbom_id: sbom.id, user_id: actor.userId };
  await insertStatements(sql, { ...author, source: 'person', expires_at: expires_at ?? null }, rows);
  await queueScoring(sql, sbom, actor.userId);
}
