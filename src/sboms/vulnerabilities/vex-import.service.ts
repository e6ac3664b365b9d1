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
import { isClearing } from '../../vex/vex-words.js';
import { lockSbomScoring } from '../scoring/sbom-figures.repository.js';
import { queueScoring } from '../sboms.pipeline.js';
import { findSbom, findSbomForUpdate } from '../sboms.repository.js';
import { sharedParts } from './shared-parts.js';
import { type HeldComponent, modulesHolding, onModule, unheldReason, vulnerableMembers } from './module-statements.js';
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
  /** Packages of the modules of Go that are named, which may have the vulnerability or not. */
  readonly held: ReadonlyMap<number, readonly HeldComponent[]>;
  /** Those of them that have it by an advisory on the module: the statement is on them, too. */
  readonly members: ReadonlyMap<number, readonly HeldComponent[]>;
  /** Parts of products that are in the SBOM for others, too. */
  readonly shared: ReadonlyMap<ProductIndex, ReadonlySet<string>>;
}

type NamedHits = Omit<IdentifierHits, 'shared' | 'members'>;

/** Entries that a statement is on, and why there is none. */
interface StatementMatch {
  readonly entries: Set<string>;
  /** For those of them that are packages of what it is on, the module. */
  readonly modules: ReadonlyMap<string, string>;
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
    const vulnerabilities: (readonly string[])[] = [];
    const indexOf = (identifiers: readonly string[], names: readonly string[]): number => {
      vulnerabilities.push(names);
      return identifierLists.push(identifiers) - 1;
    };
    const productIndexes = statements.map(({ products, status, names }) =>
      products.map(({ identifiers, subcomponents, omission }): ProductIndex => ({
        isNamed: identifiers.length > 0,
        omission,
        product: indexOf(identifiers, names),
        parts: subcomponents.map((part) => indexOf(part, names)),
        isCleared: isClearing({ status }),
      })),
    );
    const named = await this.hits(sql, sbomId, new IdentifierIndex(identifierLists));
    const found = { ...named, members: await vulnerableMembers(sql, sbomId, named.held, vulnerabilities) };
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
        modules: modulesOf(products, hits),
        reason: reasonOf(products, hits),
        unmatched: new Map(
          products.flatMap((one, place) =>
            isMatched(one) && !hits.shared.has(one) ? [] : [[place, reasonOf([one], hits)] as const],
          ),
        ),
      };
    });
  }

  private async hits(sql: Sql, sbomId: string, named: IdentifierIndex): Promise<NamedHits> {
    const entries = new Map<number, string[]>();
    const held = new Map<number, HeldComponent[]>();
    let count = 0;
    for await (const batch of streamIdentifiers(sql, sbomId))
      for (const { id, ...entry } of batch) {
        const identifiers = withVersion(entry);
        const found = named.matches(identifiers);
        const modules = modulesHolding(identifiers).flatMap(({ module, identifiers: own }) =>
          [...named.matches(own)].map((index) => ({ index, one: { id, module } })),
        );
        if (named.comparisons > maxComparisons)
          throw new CallerError(
            413,
            `The document names too many products of one name, which the SBOM has too often to compare all; send it in parts`,
          );
        if ((count += found.size + modules.length) > maxStatements) throw tooManyNamed();
        for (const index of found) addTo(entries, index, id);
        for (const { index, one } of modules) addTo(held, index, one);
      }
    return { subject: named.matches(withVersion(await findSubjectIdentifiers(sql, sbomId))), entries, held };
  }
}

function addTo<T>(lists: Map<number, T[]>, index: number, one: T): void {
  const known = lists.get(index);
  if (known) known.push(one);
  else lists.set(index, [one]);
}

/** An entry that is itself what the statement is on has no module. */
function modulesOf(
  products: readonly ProductIndex[],
  { entries, members }: IdentifierHits,
): ReadonlyMap<string, string> {
  const indexes = products.flatMap(({ product, parts }) => (parts.length === 0 ? [product] : parts));
  const modules = new Map(
    indexes.flatMap((index) => (members.get(index) ?? []).map(({ id, module }) => [id, module] as const)),
  );
  if (modules.size > 0) for (const id of indexes.flatMap((index) => entries.get(index) ?? [])) modules.delete(id);
  return modules;
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
  hits: Omit<IdentifierHits, 'shared'>,
): Promise<IdentifierHits['shared']> {
  const { subject, entries } = hits;
  const within = products.filter(
    ({ product, parts, isCleared }) =>
      isCleared &&
      !subject.has(product) &&
      entries.has(product) &&
      parts.some((part) => entriesAt(part, hits).length > 0),
  );
  const pairs = within.map(({ product, parts }) => ({
    products: entries.get(product)!,
    parts: parts.flatMap((part) => entriesAt(part, hits)),
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

const entriesAt = (
  index: number,
  { entries, members }: Pick<IdentifierHits, 'entries' | 'members'>,
): readonly string[] => [...(entries.get(index) ?? []), ...(members.get(index) ?? []).map(({ id }) => id)];

/** Subcomponents count only if their product is in the SBOM, and those that are taken away only where they are its own. */
function entriesOfProduct(one: ProductIndex, hits: IdentifierHits): readonly string[] {
  const { subject, entries, shared } = hits;
  const { product, parts } = one;
  if (parts.length === 0) return entriesAt(product, hits);
  if (!subject.has(product) && !entries.has(product)) return [];
  return parts.flatMap((part) => entriesAt(part, hits)).filter((id) => !shared.get(one)?.has(id));
}

/** Why a statement on these products is on no entry. */
function reasonOf(products: readonly ProductIndex[], { subject, entries, shared, held }: IdentifierHits): string {
  const isHere = ({ product }: ProductIndex): boolean => subject.has(product) || entries.has(product);
  const omission = products.find((one) => one.omission !== undefined)?.omission;
  if (omission !== undefined) return omission;
  if (!products.some(({ isNamed }) => isNamed))
    return 'The product is named without a package URL, CPE or other identifier: a name alone identifies nothing';
  if (products.some((one) => shared.has(one)))
    return 'The part is in the SBOM, whose dependencies do not show that it is there for this product alone';
  if (products.some((one) => isWholeSbom(one, { subject })))
    return 'It is on the whole SBOM, and no component of it is known to have the vulnerability';
  if (products.some(({ product, parts }) => (parts.length === 0 ? [product] : parts).some((index) => held.has(index))))
    return unheldReason;
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
        const module = matches[index]!.modules.get(component_id);
        const words = module === undefined ? justification : onModule(justification, module);
        rows.set(key, { component_id, vulnerability, status, justification: words, label, response });
        if (rows.size > maxStatements)
          throw new CallerError(
            413,
            `The document makes more than ${maxStatements} statements about the SBOM; send it in parts`,
          );
      }
  return [...rows.values()];
}
