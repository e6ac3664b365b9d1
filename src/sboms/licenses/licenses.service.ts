import { Injectable } from '@nestjs/common';
import { findGraphConflicts } from '../../licenses/graph-conflicts.js';
import { classOfLicense, classOfTerm } from '../../licenses/license-classes.js';
import { obligationsOf, type LicenseUsage } from '../../licenses/obligations.js';
import { decideLicense, policyEntry, type UsagePolicy } from '../../licenses/policy.js';
import { LicenseError, licenseTerms, parseLicense } from '../../model/license.js';
import type { Actor } from '../../organizations/access/actor.js';
import { Database } from '../../platform/database/database.js';
import { streamEdges } from '../dependencies/dependencies.repository.js';
import { findDocument } from '../exporting/export.repository.js';
import { findSbom } from '../sboms.repository.js';
import { componentLicense } from '../scoring/component-score.js';
import type { LicenseConflictsQuery, licenseOrders, LicensePolicyBody, LicensesQuery } from './licenses.dto.js';
import { findLicensePolicies, streamLicensedEntries, upsertLicensePolicy } from './licenses.repository.js';
import type {
  ConflictCountsMeta,
  LicenseConflictView,
  LicenseCountsMeta,
  LicensedNodeView,
  LicensePolicyView,
  ObligationView,
  SbomLicenseView,
} from './licenses.view.js';

const maxNames = 20;

/** Edges by which a part comes into the whole; of `CONTAINED_BY` the other way round. */
const containing: ReadonlySet<string> = new Set(['depends-on', 'CONTAINS', 'STATIC_LINK', 'DYNAMIC_LINK']);

/** Policies of organizations on licences, and what they and the licences say of SBOMs. */
@Injectable()
export class LicensesService {
  constructor(private readonly database: Database) {}

  async policies(actor: Actor, orgId: string): Promise<LicensePolicyView[]> {
    actor.organization(orgId);
    return this.database.transaction(actor.tenancy, (sql) => findLicensePolicies(sql, orgId));
  }

  async setPolicy(actor: Actor, body: LicensePolicyBody): Promise<LicensePolicyView> {
    actor.organization(body.org_id);
    const lists = entriesOf(body);
    return this.database.transaction(actor.tenancy, (sql) =>
      upsertLicensePolicy(sql, { orgId: body.org_id, userId: actor.userId, usage: body.usage, ...lists }),
    );
  }

  /** The licences of an SBOM, those of most components first where `sort` says nothing. */
  async licenses(
    actor: Actor,
    query: LicensesQuery,
  ): Promise<{ rows: readonly SbomLicenseView[]; total: number; meta: LicenseCountsMeta }> {
    const usage = (query.usage || 'distributed') as LicenseUsage;
    return this.database.snapshot(actor.tenancy, async (sql) => {
      const sbom = actor.authorize(await findSbom(sql, query.sbom_id), 'SBOM');
      const policy = (await findLicensePolicies(sql, sbom.org_id)).find((one) => one.usage === usage);
      const groups = new Map<string | null, { count: number; names: string[] }>();
      for await (const batch of streamLicensedEntries(sql, sbom.id))
        for (const { name, version, licenses } of batch) {
          const license = componentLicense(licenses);
          const group = groups.get(license) ?? { count: 0, names: [] };
          groups.set(license, group);
          group.count += 1;
          if (group.names.length < maxNames) group.names.push(`${name} ${version}`.trim());
        }
      const sorted = [...groups].sort(([, a], [, b]) => b.count - a.count);
      const rows = sorted.map(([license, group]) => licenseView(license, group, { usage, policy }));
      const decisions: Record<string, number> = {};
      for (const { decision, components } of rows) decisions[decision] = (decisions[decision] ?? 0) + components;
      const page = inOrder(rows, query.sort).slice(query.offset, query.offset + query.limit);
      return { rows: page, total: rows.length, meta: { usage, decisions } };
    });
  }

  /** Along the dependencies that the file declares, from the component that it is about. */
  async conflicts(
    actor: Actor,
    query: LicenseConflictsQuery,
  ): Promise<{ rows: LicenseConflictView[]; total: number; meta: ConflictCountsMeta }> {
    return this.database.snapshot(actor.tenancy, async (sql) => {
      const sbom = actor.authorize(await findSbom(sql, query.sbom_id), 'SBOM');
      const nodes = new Map<string, LicensedNodeView>();
      for await (const batch of streamLicensedEntries(sql, sbom.id))
        for (const { ref, name, version, licenses } of batch)
          nodes.set(ref, { ref, name, version, license: componentLicense(licenses) });
      const subject = (await findDocument(sql, sbom.id))?.subject;
      if (subject && !nodes.has(subject.ref)) {
        const { ref, name, version, licenses } = subject;
        nodes.set(ref, { ref, name, version, license: componentLicense(licenses) });
      }
      // A file may say of one dependency that it is contained, too.
      const edges = new Map<string, Set<string>>();
      const named = new Set<string>(subject ? [subject.ref] : []);
      const add = (from: string, to: string): void => {
        if (from === to || !nodes.has(from) || !nodes.has(to)) return;
        edges.set(from, (edges.get(from) ?? new Set()).add(to));
        named.add(from).add(to);
      };
      for await (const batch of streamEdges(sql, sbom.id))
        for (const { from, to, kind } of batch)
          for (const ref of to)
            if (containing.has(kind)) add(from, ref);
            else if (kind === 'CONTAINED_BY') add(ref, from);
      const found = findGraphConflicts(
        new Map([...edges].map(([from, to]) => [from, [...to]])),
        (ref) => nodes.get(ref)?.license ?? null,
      );
      const page = found.conflicts.slice(query.offset, query.offset + query.limit);
      const rows = page.map(({ path, reason, source }) => ({
        path: path.map((ref) => nodes.get(ref)!),
        reason,
        source,
      }));
      const meta = { relations: found.edges, complete: found.complete, outside: nodes.size - named.size };
      return { rows, total: found.conflicts.length, meta };
    });
  }
}

/** Equals stay as they are; no licence and no class stand before all others. */
function inOrder(rows: readonly SbomLicenseView[], sort: string | null | undefined): readonly SbomLicenseView[] {
  if (!sort) return rows;
  const column = sort.replace(/^-/, '') as (typeof licenseOrders)[number];
  const sign = sort.startsWith('-') ? -1 : 1;
  return rows.toSorted((a, b) => {
    const [left, right] = [a[column] ?? '', b[column] ?? ''];
    return left === right ? 0 : left < right ? -sign : sign;
  });
}

function licenseView(
  license: string | null,
  { count, names }: { count: number; names: string[] },
  { usage, policy }: { usage: LicenseUsage; policy: UsagePolicy | undefined },
): SbomLicenseView {
  return {
    license,
    class: license === null ? null : classOfLicense(license),
    decision: decideLicense(license, policy),
    obligations: license === null ? [] : obligationsOfExpression(license, usage),
    components: count,
    names,
  };
}

function obligationsOfExpression(license: string, usage: LicenseUsage): ObligationView[] {
  try {
    return licenseTerms(parseLicense(license)).flatMap((term) => {
      if (!term.listed) return [];
      return obligationsOf(term, classOfTerm(term), usage).map(({ id, text }) => ({
        license: term.id,
        obligation: id,
        text,
      }));
    });
  } catch (error) {
    if (error instanceof LicenseError) return [];
    throw error;
  }
}

/** The entries in the spelling that is compared. */
function entriesOf(body: LicensePolicyBody): Pick<LicensePolicyView, 'allowed' | 'review' | 'denied'> {
  const read = (list: 'allowed' | 'review' | 'denied'): string[] => [...new Set((body[list] ?? []).flatMap((text) => policyEntry(text) ?? []))]; // prettier-ignore
  return { allowed: read('allowed'), review: read('review'), denied: read('denied') };
}
