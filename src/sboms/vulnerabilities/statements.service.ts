import { Injectable } from '@nestjs/common';
import { CallerError, notFound } from '../../model/errors.js';
import { advisedPackage } from '../../model/distribution-names.js';
import { groupBy } from '../../model/group-by.js';
import { purlOrNull, qualifiedName } from '../../model/purl.js';
import type { Actor } from '../../organizations/access/actor.js';
import { isAtLeast } from '../../organizations/access/roles.js';
import { Database } from '../../platform/database/database.js';
import type { Sql } from '../../platform/database/sql.js';
import { IdentifierIndex } from '../../scores/vulnerabilities/identifier-index.js';
import { indexRanges } from '../finding/entity-identifiers.js';
import { lockSbomScoring } from '../scoring/sbom-figures.repository.js';
import { queueScoring } from '../sboms.pipeline.js';
import { findSbom, findSboms } from '../sboms.repository.js';
import type { SbomRow } from '../sboms.view.js';
import { modulesHolding } from './module-statements.js';
import { findEntriesInModules, findEntriesWithVulnerabilities } from './organization-vulnerabilities.repository.js';
import type {
  PackageStatementsBody,
  StatementBody,
  StatementHistoryQuery,
  VulnerabilityStatementsBody,
} from './statements.dto.js';
import { findEntriesInRanges, statementPage } from './statement-history.repository.js';
import {
  findSbomsOfComponents,
  insertStatements,
  maxStatements,
  type ComponentStatement,
} from './statements.repository.js';
import type {
  ManyStatementsView,
  PackageStatementsView,
  StatementRecordView,
  StatementSbomView,
  VulnerabilityStatementsView,
} from './statements.view.js';

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
      const found = await findSbomsOfComponents(sql, ids);
      if (found.length !== ids.length) throw notFound('component');
      const components = found.map((one) => ({ ...one, vulnerabilities: [said.vulnerability] }));
      const sboms = await findSboms(sql, [...new Set(components.map(({ sbom_id }) => sbom_id))].sort());
      const byId = new Map(sboms.map((sbom) => [sbom.id, sbom]));
      for (const { sbom_id } of components) actor.authorize(byId.get(sbom_id) ?? null, 'component');
      const bySbom = groupBy(components, ({ sbom_id }) => sbom_id);
      await lockSbomScoring(sql, [...bySbom.keys()]);
      for (const sbom of sboms) await insertFor(sql, { actor, sbom }, said, rowsOf(bySbom.get(sbom.id) ?? [], said));
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
      const sbomIds = requested?.map(({ id }) => id) ?? null;
      const entries = await findEntriesInRanges(sql, ranges, { ...actor.visibleScope, orgId: body.org_id, sbomIds });
      const isNamed = (identifiers: readonly string[]): boolean => {
        const indexes = [...named.matches(identifiers)];
        for (const index of indexes) found.add(index);
        return indexes.length > 0;
      };
      const names = [...new Set(body.vulnerabilities)];
      const own = entries.filter(({ purl }) => isNamed([purl])).map((entry) => ({ ...entry, vulnerabilities: names }));
      const scope = { orgId: body.org_id, visibleScope: actor.visibleScope };
      const inModules = await findEntriesInModules(sql, scope, { names, sbomIds, modules: modulesNamed(purls) });
      const members = inModules.filter(({ purl, module }) =>
        modulesHolding([purl]).some((one) => one.module === module && isNamed(one.identifiers)),
      );
      const made = await recordOn(sql, actor, eachOnce([...own, ...members]), body);
      return { ...made, left_out: purls.filter((_, index) => !found.has(index)) };
    });
  }

  /** The same about every component that is known to have one of the vulnerabilities, in the SBOMs that the caller may change. */
  async recordForVulnerabilities(
    actor: Actor,
    body: VulnerabilityStatementsBody,
  ): Promise<VulnerabilityStatementsView> {
    const names = [...new Set(body.vulnerabilities)];
    actor.organization(body.org_id);
    return this.database.transaction(actor.tenancy, async (sql) => {
      const requested = await this.requestedSboms(sql, actor, body);
      const scope = { orgId: body.org_id, visibleScope: actor.visibleScope };
      const targets = await findEntriesWithVulnerabilities(sql, scope, {
        names,
        sbomIds: requested?.map(({ id }) => id) ?? null,
      });
      const found = new Set(targets.flatMap(({ vulnerabilities }) => vulnerabilities));
      const made = await recordOn(sql, actor, targets, body);
      return { ...made, left_out: names.filter((name) => !found.has(name)) };
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
    { sbom_ids: ids, org_id }: VulnerabilityStatementsBody,
  ): Promise<SbomRow[] | null> {
    if (!ids || ids.length === 0) return null;
    const distinct = [...new Set(ids)];
    const byId = new Map((await findSboms(sql, distinct)).map((sbom) => [sbom.id, sbom]));
    return distinct.map((id) => {
      const sbom = byId.get(id);
      return actor.authorize(sbom?.org_id === org_id ? sbom : null, 'SBOM');
    });
  }
}

/** Paths of the modules of Go among the packages. */
const modulesNamed = (purls: readonly string[]): string[] =>
  purls.flatMap((text) => {
    const purl = purlOrNull(text);
    return purl?.type === 'golang' && purl.subpath === null ? qualifiedName(advisedPackage(purl)) : [];
  });

/** Of a component that is itself one of the packages, and a package of another one, the first. */
const eachOnce = (targets: readonly Target[]): Target[] => [
  ...new Map(targets.toReversed().map((one) => [one.id, one])).values(),
];

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

/** A component, and the vulnerabilities that a statement on it is about. */
interface Target {
  readonly id: string;
  readonly sbom_id: string;
  readonly vulnerabilities: readonly string[];
}

/** In those of the SBOMs that the caller may change. */
async function recordOn(sql: Sql, actor: Actor, targets: readonly Target[], said: Said): Promise<ManyStatementsView> {
  const bySbom = groupBy(targets, ({ sbom_id }) => sbom_id);
  const all = (await findSboms(sql, [...bySbom.keys()].sort())).map((sbom) => ({
    sbom,
    entries: bySbom.get(sbom.id)!,
    isChanged: isWritable(actor, sbom),
  }));
  const changed = all.filter(({ isChanged }) => isChanged);
  const counts = changed.flatMap(({ entries }) => entries.map(({ vulnerabilities }) => vulnerabilities.length));
  const statement_count = counts.reduce((sum, count) => sum + count, 0);
  if (statement_count > maxStatements)
    throw new CallerError(413, `These are ${statement_count} statements; name fewer vulnerabilities, packages or SBOMs (${maxStatements} at most)`); // prettier-ignore
  await lockSbomScoring(sql, changed.map(({ sbom }) => sbom.id)); // prettier-ignore
  for (const { sbom, entries } of changed) await insertFor(sql, { actor, sbom }, said, rowsOf(entries, said));
  return {
    component_count: counts.length,
    statement_count,
    sboms: changed.map(countEntries),
    read_only: all.filter(({ isChanged }) => !isChanged).map(countEntries),
  };
}

const rowsOf = (
  components: readonly Pick<Target, 'id' | 'vulnerabilities'>[],
  { status, justification, label, response }: Said,
): ComponentStatement[] =>
  components.flatMap(({ id, vulnerabilities }) =>
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
  await queueScoring(sql, sbom);
}
