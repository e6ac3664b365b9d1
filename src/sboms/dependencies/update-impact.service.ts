import { Injectable } from '@nestjs/common';
import { cpeOrNull, cpeWithVersion, formatCpe } from '../../model/cpe.js';
import { formatPurl, purlKey, purlOrNull, type Purl } from '../../model/purl.js';
import { parseVersion, compareParsedVersions, schemeForPurlType } from '../../model/versions/versions.js';
import type { Actor } from '../../organizations/access/actor.js';
import { Database } from '../../platform/database/database.js';
import type { Sql } from '../../platform/database/sql.js';
import type { ResolvedEntity } from '../../scores/entities/entity.js';
import { FixAdvisor } from '../../scores/facts/fix-advisor.js';
import { VersionFacts } from '../../scores/facts/version-facts.js';
import { entityOfSelection } from '../../scores/stored/entity-of-selection.js';
import { qualifiersAtOtherVersion } from '../../scores/vulnerabilities/advisory-subjects.js';
import { IdentifierIndex } from '../../scores/vulnerabilities/identifier-index.js';
import type { Finding } from '../../scores/vulnerabilities/findings.js';
import { indexRanges, withoutVersion } from '../finding/entity-identifiers.js';
import { findSbom } from '../sboms.repository.js';
import type { SbomRow } from '../sboms.view.js';
import { componentLicense } from '../scoring/component-score.js';
import { nodesOf, readGraph } from './dependencies.service.js';
import type { UpdateImpactQuery } from './dependencies.dto.js';
import { findOtherEntries, findUpdatedEntry, type OtherEntry, type UpdatedEntry } from './update-impact.repository.js';
import type { ComparedLicensesView, ComparedVulnerabilitiesView, ComparedVulnerabilityView, UpdateImpactView } from './update-impact.view.js'; // prettier-ignore

const maxPaths = 20;
const maxUses = 100;
/** More entries of other SBOMs than this are not read. */
const maxOtherEntries = 10_000;

/** What an update of a component would touch: what depends on it, what it fixes and brings, and who else has it. */
@Injectable()
export class UpdateImpactService {
  constructor(
    private readonly database: Database,
    private readonly facts: VersionFacts,
    private readonly advisor: FixAdvisor,
  ) {}

  async impact(actor: Actor, { id, version }: UpdateImpactQuery): Promise<UpdateImpactView> {
    return this.database.snapshot(actor.tenancy, async (sql) => {
      const entry = await findUpdatedEntry(sql, id);
      const sbom = actor.authorize(entry && (await findSbom(sql, entry.sbom_id)), 'component');
      const now = entityOfSelection({ ...selectedOf(entry!), version: entry!.version });
      const to = version || (now && (await this.advised(sql, now)));
      const then = now && to ? entityOfSelection({ ...selectedAt(entry!, to), version: to }) : null;
      const { uses, isWhole } = await this.others(sql, { actor, sbom, entry: entry! });
      return {
        id: entry!.id,
        name: entry!.name,
        version: entry!.version,
        to_version: to || null,
        to_purl: then?.purl ? formatPurl(withoutUnknownSource(then.purl)) : null,
        direction: to ? directionOf(now?.purl ?? null, entry!.version, to) : 'unknown',
        vulnerabilities: now && then ? await this.vulnerabilities(sql, now, then) : null,
        licenses: licensesOf(entry!, uses ?? [], then),
        ...(await this.dependents(sql, entry!)),
        other_sboms: uses && new Set(uses.map(({ sbom_id }) => sbom_id)).size,
        other_use_count: uses && uses.length,
        is_other_use_count_whole: isWhole,
        other_uses: (uses ?? []).slice(0, maxUses).map(({ identifier: _, licenses: __, ...use }) => use),
      };
    });
  }

  private async advised(sql: Sql, entity: ResolvedEntity): Promise<string | null> {
    const [advice] = await this.advisor.advise(sql, [{ entity, dismissed: [] }]);
    // A version of the source package is none of the component.
    return advice && advice.source === undefined ? advice.version : null;
  }

  private async vulnerabilities(
    sql: Sql,
    now: ResolvedEntity,
    then: ResolvedEntity,
  ): Promise<ComparedVulnerabilitiesView> {
    const [before, after] = await this.facts.read(sql, [now, then]);
    const [old, fresh] = [relevant(before!.findings), relevant(after!.findings)];
    return {
      fixed: old.filter((one) => !fresh.some(({ id }) => id === one.id)),
      brought: fresh.filter((one) => !old.some(({ id }) => id === one.id)),
      remaining: fresh.filter((one) => old.some(({ id }) => id === one.id)),
      coverage: before!.coverage.vulnerabilities,
      coverage_then: after!.coverage.vulnerabilities,
    };
  }

  private async dependents(
    sql: Sql,
    { sbom_id, ref }: UpdatedEntry,
  ): Promise<Pick<UpdateImpactView, 'dependents' | 'paths' | 'path_count' | 'is_in_graph'>> {
    const graph = await readGraph(sql, sbom_id);
    const paths = graph.paths(ref);
    const shown = paths.slice(0, maxPaths);
    const nodes = await nodesOf(sql, sbom_id, [...new Set(shown.flat())]);
    return {
      dependents: graph.dependents(ref).size,
      paths: shown.map((refs) => ({ nodes: refs.map(nodes) })),
      path_count: paths.length,
      is_in_graph: graph.isDependency(ref),
    };
  }

  /**
   * Entries of other SBOMs with the same package, or, where none is selected, the same product; null: neither is. Not the
   * whole where there are more than are read.
   */
  private async others(
    sql: Sql,
    { actor, sbom, entry }: { actor: Actor; sbom: SbomRow; entry: UpdatedEntry },
  ): Promise<{ uses: OtherEntry[] | null; isWhole: boolean }> {
    const identifier = entry.purl ?? entry.cpe;
    if (identifier === null) return { uses: null, isWhole: false };
    const kind = entry.purl === null ? 'cpe' : 'purl';
    const asked = {
      column: entry.purl === null ? 'selected_cpe' : 'selected_purl',
      ranges: indexRanges(kind, identifier),
      orgId: sbom.org_id,
      sbomId: sbom.id,
      scope: actor.visibleScope,
    } as const;
    const found = await findOtherEntries(sql, asked, maxOtherEntries + 1);
    const named = new IdentifierIndex([[withoutVersion(kind, identifier)]]);
    const uses = found.slice(0, maxOtherEntries).filter((other) => named.matches([other.identifier]).size > 0);
    return { uses, isWhole: found.length <= maxOtherEntries };
  }
}

const selectedOf = (entry: UpdatedEntry) => ({ purl: comparedPurl(entry), cpe: entry.cpe, repoUrl: null });

/** The scored purl, unless another package has been selected since. */
function comparedPurl({ purl, scored_purl: scored }: UpdatedEntry): string | null {
  const [selected, compared] = [purl, scored].map((text) => (text === null ? null : purlOrNull(text)));
  return selected && compared && isSamePackage(selected, compared) ? scored : purl;
}

const isSamePackage = (one: Purl, other: Purl): boolean =>
  purlKey(one) === purlKey(other) && one.version === other.version;

/** The same identifiers at another version; qualifiers that name one file are of the present version. */
function selectedAt(entry: UpdatedEntry, version: string): { purl: string | null; cpe: string | null; repoUrl: null } {
  const { purl, cpe } = selectedOf(entry);
  const parsed = purl === null ? null : purlOrNull(purl);
  const product = cpe === null ? null : cpeOrNull(cpe);
  return {
    purl: parsed && formatPurl({ ...parsed, version, qualifiers: withoutFile(qualifiersAtOtherVersion(parsed)) }),
    cpe: product && formatCpe(cpeWithVersion(product, version)),
    repoUrl: null,
  };
}

const ofOneFile: ReadonlySet<string> = new Set(['checksum', 'download_url', 'file_name', 'vcs_url']);

const withoutFile = (qualifiers: Purl['qualifiers']): Purl['qualifiers'] =>
  Object.fromEntries(Object.entries(qualifiers).filter(([name]) => !ofOneFile.has(name)));

/** A source package whose version is not known is nothing to show. */
function withoutUnknownSource(purl: Purl): Purl {
  const { upstream, ...qualifiers } = purl.qualifiers;
  return upstream?.split(',').some((text) => text.endsWith('@')) ? { ...purl, qualifiers } : purl;
}

function directionOf(purl: Purl | null, from: string, to: string): UpdateImpactView['direction'] {
  const scheme = schemeForPurlType(purl?.type ?? 'generic');
  const [before, after] = [parseVersion(scheme, from), parseVersion(scheme, to)];
  if (!before || !after) return from === to ? 'same' : 'unknown';
  const order = compareParsedVersions(after, before);
  return order === 0 ? 'same' : order > 0 ? 'later' : 'earlier';
}

const relevant = (findings: readonly Finding[] | null): ComparedVulnerabilityView[] =>
  (findings ?? [])
    .filter(({ status }) => status !== 'not_affected')
    .map(({ id, severity, status, exploited, summary }) => ({
      id,
      severity: severity.level,
      status,
      exploited: exploited !== null,
      summary,
    }));

function licensesOf(
  entry: UpdatedEntry,
  others: readonly OtherEntry[],
  then: ResolvedEntity | null,
): ComparedLicensesView {
  const now = componentLicense(entry.licenses) ?? '';
  const atVersion = then ? others.filter((one) => one.version === then.version) : [];
  const declared = [
    ...new Set(atVersion.map(({ licenses }) => componentLicense(licenses) ?? '').filter(Boolean)),
  ].sort();
  const isKnown = now !== '' && declared.length > 0;
  const isSame = declared.length === 1 && declared[0] === now;
  return { now, then: declared, change: isKnown ? (isSame ? 'same' : 'changed') : 'unknown' };
}
