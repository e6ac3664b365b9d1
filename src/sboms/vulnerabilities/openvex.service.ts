import { Injectable } from '@nestjs/common';
import type { JsonObject } from '../../model/document.js';
import { CallerError } from '../../model/errors.js';
import type { Actor } from '../../organizations/access/actor.js';
import { Database } from '../../platform/database/database.js';
import type { Sql } from '../../platform/database/sql.js';
import { IdentifierIndex } from '../../scores/vulnerabilities/identifier-index.js';
import { type OpenVexStatement, parseOpenVex } from '../../scores/vulnerabilities/openvex.js';
import { queueScoring } from '../sboms.pipeline.js';
import { findSbomForUpdate } from '../sboms.repository.js';
import type { OpenVexBody } from './vulnerabilities.dto.js';
import type { ImportedStatementsView } from './vulnerabilities.view.js';
import {
  insertStatements,
  findAffectedEntries,
  streamIdentifiers,
  findSubjectIdentifiers,
  type ComponentStatement,
} from './vulnerabilities.repository.js';

/** Maximum number of statements that one document can make on components. */
const maxStatements = 100_000;
const maxUnmatched = 100;

/** Indexes of a product and its subcomponents in the list of all identified things. */
interface ProductIndex {
  readonly product: number;
  readonly parts: readonly number[];
}

/** Matches in the SBOM: its subject and its entries, by index in the list of all identified things. */
interface IdentifierHits {
  readonly subject: ReadonlySet<number>;
  readonly entries: ReadonlyMap<number, readonly string[]>;
}

/** Imports an OpenVEX document as statements of the caller on the components of an SBOM. */
@Injectable()
export class OpenVexService {
  constructor(private readonly database: Database) {}

  async import(actor: Actor, { sbom_id, document }: OpenVexBody): Promise<ImportedStatementsView> {
    const statements = parseOpenVex(document as JsonObject);
    return this.database.transaction(actor.tenancy, async (sql) => {
      const sbom = actor.authorize(await findSbomForUpdate(sql, sbom_id), 'SBOM');
      const affected = await this.affectedEntries(sql, sbom.id, statements);
      const rows = statementRows(statements, affected);
      const owner = { org_id: sbom.org_id, sbom_id: sbom.id, user_id: actor.userId };
      await insertStatements(sql, owner, rows);
      if (rows.length > 0) await queueScoring(sql, sbom, actor.userId);
      const unmatched = statements.filter((_, index) => affected[index]!.size === 0);
      return {
        sbom_id: sbom.id,
        statement_count: statements.length,
        unmatched_count: unmatched.length,
        component_count: new Set(rows.map(({ component_id }) => component_id)).size,
        unmatched: unmatched.slice(0, maxUnmatched).map(({ names, products }) => ({
          vulnerability: names[0]!,
          products: products.slice(0, maxUnmatched).map(({ identifiers }) => identifiers[0] ?? ''),
        })),
      };
    });
  }

  /** Ids of the affected entries for each statement. */
  private async affectedEntries(
    sql: Sql,
    sbomId: string,
    statements: readonly OpenVexStatement[],
  ): Promise<Set<string>[]> {
    const identifierLists: (readonly string[])[] = [];
    const productIndexes = statements.map(({ products }) =>
      products.map(({ identifiers, subcomponents }): ProductIndex => ({
        product: identifierLists.push(identifiers) - 1,
        parts: subcomponents.map((part) => identifierLists.push(part) - 1),
      })),
    );
    const hits = await this.hits(sql, sbomId, new IdentifierIndex(identifierLists));
    const affected = productIndexes.map((products) => new Set(products.flatMap((one) => entriesOfProduct(one, hits))));
    const subjectStatements = productIndexes.flatMap((products, index) =>
      products.some(({ product, parts }) => parts.length === 0 && hits.subject.has(product))
        ? statements[index]!.names.map((name) => ({ name, place: index }))
        : [],
    );
    for (const { place: index, component_id } of await findAffectedEntries(sql, sbomId, subjectStatements))
      affected[index]!.add(component_id);
    return affected;
  }

  private async hits(sql: Sql, sbomId: string, named: IdentifierIndex): Promise<IdentifierHits> {
    const entries = new Map<number, string[]>();
    let count = 0;
    for await (const batch of streamIdentifiers(sql, sbomId))
      for (const { id, identifiers } of batch)
        for (const index of named.matches(identifiers)) {
          if ((count += 1) > maxStatements)
            throw new CallerError(413, `The document names more than ${maxStatements} components of the SBOM`);
          entries.set(index, [...(entries.get(index) ?? []), id]);
        }
    return { subject: named.matches(await findSubjectIdentifiers(sql, sbomId)), entries };
  }
}

/** Subcomponents count only if their product is in the SBOM. */
function entriesOfProduct({ product, parts }: ProductIndex, { subject, entries }: IdentifierHits): readonly string[] {
  if (parts.length === 0) return entries.get(product) ?? [];
  return subject.has(product) || entries.has(product) ? parts.flatMap((part) => entries.get(part) ?? []) : [];
}

/** One row per entry and vulnerability name; the last statement of the document counts. */
function statementRows(
  statements: readonly OpenVexStatement[],
  affected: readonly Set<string>[],
): ComponentStatement[] {
  const rows = new Map<string, ComponentStatement>();
  for (const [index, { names, status, justification }] of statements.entries())
    for (const component_id of affected[index]!)
      for (const vulnerability of names) {
        const key = `${component_id} ${vulnerability}`;
        rows.delete(key);
        rows.set(key, { component_id, vulnerability, status, justification });
        if (rows.size > maxStatements)
          throw new CallerError(413, `The document makes more than ${maxStatements} statements about the SBOM`);
      }
  return [...rows.values()];
}
