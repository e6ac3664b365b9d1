import { Injectable } from '@nestjs/common';
import type { JsonObject } from '../../model/document.js';
import { CallerError } from '../../model/errors.js';
import { groupBy } from '../../model/group-by.js';
import type { Actor } from '../../organizations/access/actor.js';
import { Database } from '../../platform/database/database.js';
import type { Sql } from '../../platform/database/sql.js';
import { IdentifierIndex } from '../../scores/vulnerabilities/identifier-index.js';
import type { ProductStatement } from '../../vex/product-statement.js';
import { readVex } from '../../vex/read-vex.js';
import { versionedIdentifier } from '../../vex/versioned-identifier.js';
import { isClearing } from '../scoring/named-versions.js';
import { lockSbomScoring } from '../scoring/sbom-figures.repository.js';
import { queueScoring } from '../sboms.pipeline.js';
import { findSbom, findSbomForUpdate } from '../sboms.repository.js';
import { sharedParts } from './shared-parts.js';
import type { VexBody } from './statements.dto.js';
import type { ImportedStatementsView, UnmatchedProductView } from './statements.view.js';
import {
  insertStatements,
  maxStatements,
  findAffectedEntries,
  streamIdentifiers,
  findSubjectIdentifiers,
  type ComponentStatement,
  type IdentifiedVersion,
} from './statements.repository.js';

const maxUnmatched = 100;
/** Of products of the document with components of the SBOM that have their name. */
const maxComparisons = 3_000_000;

/** Indexes of a product and its subcomponents in the list of all identified things. */
interface ProductIndex {
  /** Whether it has an identifier. */
  readonly isNamed: boolean;
  readonly omission: string | undefined;
  readonly product: number;
  readonly parts: readonly number[];
  /** Whether the statement takes the vulnerability away. */
  readonly isCleared: boolean;
}

/** Matches in the SBOM: its subject and its entries, by index in the list of all identified things. */
interface IdentifierHits {
  readonly subject: ReadonlySet<number>;
  readonly entries: ReadonlyMap<number, readonly string[]>;
  /** Parts of products that are in the SBOM for others, too. */
  readonly shared: ReadonlyMap<ProductIndex, ReadonlySet<string>>;
}

/** Entries that a statement is on, and why there is none. */
interface StatementMatch {
  readonly entries: Set<string>;
  readonly reason: string;
  /** Products that match nothing, by their place in the statement, each with the reason. */
  readonly unmatched: ReadonlyMap<number, string>;
}

/** Imports VEX documents as statements of the caller on the components of an SBOM. */
@Injectable()
export class VexImportService {
  constructor(private readonly database: Database) {}

  async import(actor: Actor, { sbom_id, document }: VexBody): Promise<ImportedStatementsView> {
    const { format, statements } = readVex(document as JsonObject);
    return this.database.transaction(actor.tenancy, async (sql) => {
      // The order of a scoring: it locks the row of the SBOM last.
      await lockSbomScoring(sql, [actor.authorize(await findSbom(sql, sbom_id), 'SBOM').id]);
      const sbom = actor.authorize(await findSbomForUpdate(sql, sbom_id), 'SBOM');
      const matches = await this.matches(sql, sbom.id, statements);
      const rows = statementRows(statements, matches);
      const owner = { org_id: sbom.org_id, sbom_id: sbom.id, user_id: actor.userId, source: format, expires_at: null };
      await insertStatements(sql, owner, rows);
      if (rows.length > 0) await queueScoring(sql, sbom);
      const unmatched = statements.flatMap((statement, index) =>
        matches[index]!.entries.size > 0 ? [] : [{ ...statement, reason: matches[index]!.reason }],
      );
      const left = statements.flatMap((statement, index) => leftProducts(statement, matches[index]!));
      return {
        sbom_id: sbom.id,
        format,
        statement_count: statements.length,
        unmatched_count: unmatched.length,
        component_count: new Set(rows.map(({ component_id }) => component_id)).size,
        unmatched: unmatched.slice(0, maxUnmatched).map(({ names, products, reason }) => ({
          vulnerability: names[0] ?? '',
          products: products.slice(0, maxUnmatched).map(({ identifiers }) => identifiers[0] ?? ''),
          reason,
        })),
        unmatched_product_count: left.length,
        unmatched_products: left.slice(0, maxUnmatched),
      };
    });
  }

  private async matches(sql: Sql, sbomId: string, statements: readonly ProductStatement[]): Promise<StatementMatch[]> {
    const identifierLists: (readonly string[])[] = [];
    const productIndexes = statements.map(({ products, status }) =>
      products.map(({ identifiers, subcomponents, omission }): ProductIndex => ({
        isNamed: identifiers.length > 0,
        omission,
        product: identifierLists.push(identifiers) - 1,
        parts: subcomponents.map((part) => identifierLists.push(part) - 1),
        isCleared: isClearing({ status }),
      })),
    );
    const found = await this.hits(sql, sbomId, new IdentifierIndex(identifierLists));
    const hits = { ...found, shared: await sharedOf(sql, sbomId, productIndexes.flat(), found) };
    const onSubject = productIndexes.flatMap((products, index) =>
      products.some((one) => isWholeSbom(one, hits))
        ? statements[index]!.names.map((name) => ({ name, place: index }))
        : [],
    );
    const onEntries = await findAffectedEntries(sql, sbomId, onSubject, maxStatements + 1);
    if (onEntries.length > maxStatements) throw tooManyNamed();
    const affected = groupBy(onEntries, ({ place }) => place);
    return productIndexes.map((products, index) => {
      const ofSubject = (affected.get(index) ?? []).map(({ component_id }) => component_id);
      const isMatched = (one: ProductIndex): boolean =>
        entriesOfProduct(one, hits).length > 0 || (ofSubject.length > 0 && isWholeSbom(one, hits));
      return {
        entries: new Set([...products.flatMap((one) => entriesOfProduct(one, hits)), ...ofSubject]),
        reason: reasonOf(products, hits),
        unmatched: new Map(
          products.flatMap((one, place) =>
            isMatched(one) && !hits.shared.has(one) ? [] : [[place, reasonOf([one], hits)] as const],
          ),
        ),
      };
    });
  }

  private async hits(sql: Sql, sbomId: string, named: IdentifierIndex): Promise<Omit<IdentifierHits, 'shared'>> {
    const entries = new Map<number, string[]>();
    let count = 0;
    for await (const batch of streamIdentifiers(sql, sbomId))
      for (const { id, ...entry } of batch) {
        const found = named.matches(withVersion(entry));
        if (named.comparisons > maxComparisons)
          throw new CallerError(
            413,
            `The document names too many products of one name, which the SBOM has too often to compare all; send it in parts`,
          );
        if ((count += found.size) > maxStatements) throw tooManyNamed();
        for (const index of found) {
          const known = entries.get(index);
          if (known) known.push(id);
          else entries.set(index, [id]);
        }
      }
    return { subject: named.matches(withVersion(await findSubjectIdentifiers(sql, sbomId))), entries };
  }
}

const tooManyNamed = (): CallerError =>
  new CallerError(413, `The document names more than ${maxStatements} components of the SBOM; send it in parts`);

/** The identifiers, also with the version that the file writes beside them. */
const withVersion = ({ identifiers, version }: IdentifiedVersion): string[] =>
  identifiers.flatMap((one) => [one, versionedIdentifier(one, version) ?? one]);

/** What is not affected as a part of one component may be affected where another one, or the subject, uses it. */
async function sharedOf(
  sql: Sql,
  sbomId: string,
  products: readonly ProductIndex[],
  { subject, entries }: Omit<IdentifierHits, 'shared'>,
): Promise<IdentifierHits['shared']> {
  const within = products.filter(
    ({ product, parts, isCleared }) =>
      isCleared && !subject.has(product) && entries.has(product) && parts.some((part) => entries.has(part)),
  );
  const pairs = within.map(({ product, parts }) => ({
    products: entries.get(product)!,
    parts: parts.flatMap((part) => entries.get(part) ?? []),
  }));
  const shared = await sharedParts(sql, sbomId, pairs);
  return new Map(within.flatMap((one, index) => (shared[index]!.size === 0 ? [] : [[one, shared[index]!] as const])));
}

const isWholeSbom = ({ product, parts }: ProductIndex, { subject }: Pick<IdentifierHits, 'subject'>): boolean =>
  parts.length === 0 && subject.has(product);

/** Of a statement that is on something in the SBOM, the products that are not. */
function leftProducts(
  { names, products }: ProductStatement,
  { entries, unmatched }: StatementMatch,
): UnmatchedProductView[] {
  if (entries.size === 0) return [];
  return [...unmatched].map(([place, reason]) => ({
    vulnerability: names[0]!,
    product: products[place]!.identifiers[0] ?? '',
    reason,
  }));
}

/** Subcomponents count only if their product is in the SBOM, and those that are taken away only where they are its own. */
function entriesOfProduct(one: ProductIndex, { subject, entries, shared }: IdentifierHits): readonly string[] {
  const { product, parts } = one;
  if (parts.length === 0) return entries.get(product) ?? [];
  if (!subject.has(product) && !entries.has(product)) return [];
  return parts.flatMap((part) => entries.get(part) ?? []).filter((id) => !shared.get(one)?.has(id));
}

/** Why a statement on these products is on no entry. */
function reasonOf(products: readonly ProductIndex[], { subject, entries, shared }: IdentifierHits): string {
  const isHere = ({ product }: ProductIndex): boolean => subject.has(product) || entries.has(product);
  const omission = products.find((one) => one.omission !== undefined)?.omission;
  if (omission !== undefined) return omission;
  if (!products.some(({ isNamed }) => isNamed))
    return 'The product is named without a package URL, CPE or other identifier: a name alone identifies nothing';
  if (products.some((one) => shared.has(one)))
    return 'The part is in the SBOM, whose dependencies do not show that it is there for this product alone';
  if (products.some((one) => isWholeSbom(one, { subject })))
    return 'It is on the whole SBOM, and no component of it is known to have the vulnerability';
  if (products.some(isHere)) return 'The product is in the SBOM, but none of the parts that the statement is on';
  return products.some(({ parts }) => parts.length > 0)
    ? 'Neither the SBOM nor a component of it is the product whose parts the statement is on'
    : 'No component of the SBOM has one of these identifiers';
}

/** One row per entry and vulnerability name; the last statement of the document counts. */
function statementRows(
  statements: readonly ProductStatement[],
  matches: readonly StatementMatch[],
): ComponentStatement[] {
  const rows = new Map<string, ComponentStatement>();
  for (const [index, { names, status, label, response, justification }] of statements.entries())
    for (const component_id of matches[index]!.entries)
      for (const vulnerability of names) {
        const key = `${component_id} ${vulnerability}`;
        rows.delete(key);
        rows.set(key, { component_id, vulnerability, status, justification, label, response });
        if (rows.size > maxStatements)
          throw new CallerError(
            413,
            `The document makes more than ${maxStatements} statements about the SBOM; send it in parts`,
          );
      }
  return [...rows.values()];
}
