import { nameSpellings } from '../../model/names/name-spellings.js';

/** Part of a list, and its order. */
export interface ListPage {
  readonly offset: number;
  readonly limit: number;
  /** A key of the list's orders, with a minus for descending. */
  readonly sort?: string | null;
}

/** SQL expressions by which a list may be ordered, by their names. */
export type Orders = Readonly<Record<string, string>>;

/**
 * What stands behind ORDER BY; `id` decides between equals.
 *
 * @param sort a key of `orders`, with a minus for descending; empty: `fallback`, which is SQL
 * @param id expression of the identifier
 */
export function orderBy(orders: Orders, sort: string | null | undefined, fallback: string, id = 'id'): string {
  if (!sort) return fallback;
  const [, minus, name] = /^(-?)(.*)$/s.exec(sort)!;
  const expression = Object.hasOwn(orders, name!) ? orders[name!] : undefined;
  if (expression === undefined) throw new Error(`A list has no order ${sort}`);
  const direction = minus ? 'DESC' : 'ASC';
  return `${expression} ${direction}, ${id} ${direction}`;
}

/** A pattern of ILIKE for texts that contain this one; null: any. */
export const containing = (text: string | null | undefined): string | null =>
  text ? `%${text.replace(/[\\%_]/g, '\\$&')}%` : null;

/** Patterns of ILIKE ANY for texts that contain this one, in any case of letters beyond ASCII, too; null: any. */
export const containingSpellings = (text: string | null | undefined): string[] | null =>
  text ? nameSpellings(text).map((one) => containing(one)!) : null;
