import { readBomLink } from '../model/bom-link.js';
import { CallerError } from '../model/errors.js';
import type { VexLabel, VexResponse, VexStatus } from './vex-words.js';

/** Subject of a statement: a product, or its subcomponents where any are named. Identifiers (purl, CPE, IRI) are unchanged. */
export interface VexProduct {
  readonly identifiers: readonly string[];
  readonly subcomponents: readonly (readonly string[])[];
  /** Why identifiers of the document are left out, where they are. */
  readonly omission?: string | undefined;
}

/** One statement of a VEX document of any format. */
export interface ProductStatement {
  /** Names of the vulnerability; none: it is left out, and its products say why. */
  readonly names: readonly string[];
  readonly status: VexStatus;
  readonly label: VexLabel | null;
  readonly response: VexResponse | null;
  /** The reason in words, with the document that it is from. */
  readonly justification: string;
  readonly products: readonly VexProduct[];
}

const maxNameLength = 255;
/** Of the words of a statement. */
export const maxJustificationLength = 4_000;
/** Of what says them: cut where it is read, for it is written into every statement. */
export const maxSourceLength = 500;

const maxUses = 2_000_000;
/** So much text weighs as much as one more use. */
const charactersOfUse = 16;

/**
 * How much the statements of a document come to. In few bytes it can refer to much, as often as it likes: to groups, to
 * products of many identifiers, to long texts.
 */
export class StatementSize {
  private uses = 0;

  constructor(private readonly most = maxUses) {}

  /** @throws {CallerError} 413 */
  add(uses: number, ...texts: readonly string[]): void {
    this.uses += uses;
    for (const { length } of texts) this.uses += Math.floor(length / charactersOfUse);
    if (this.uses > this.most)
      throw new CallerError(
        413,
        `The document refers to products, parts and texts more than ${this.most} times, members of groups counted each; send it in parts`,
        { reason: 'limit' },
      );
  }

  addProduct({ identifiers, subcomponents }: VexProduct): void {
    this.add(1 + identifiers.length);
    for (const part of subcomponents) this.add(1 + part.length);
  }
}

/** Distinct names of a vulnerability that can be stored. */
export const storableNames = (names: readonly string[]): string[] =>
  [...new Set(names)].filter(
    (name) => name !== '' && name.length <= maxNameLength && !name.includes('\0') && name.isWellFormed(),
  );

/** What a statement that cannot be taken over is on: nothing, with the reason. */
export const leftOut = (reason: string): VexProduct[] => [{ identifiers: [], subcomponents: [], omission: reason }];

export const withoutName = `The vulnerability has no name of at most ${maxNameLength} characters: add one, such as its CVE id`;

/** Words of a statement and what says them. */
export function justificationText(words: readonly (string | undefined)[], source: string): string {
  const short = words.map((word = '') => word.slice(0, maxJustificationLength)).filter(Boolean);
  const text = short.join(': ').replaceAll('\0', '').slice(0, maxJustificationLength).toWellFormed();
  return `${text === '' ? '' : `${text} `}(${source.slice(0, maxSourceLength).replaceAll('\0', '').toWellFormed()})`;
}

/**
 * The product that a BOM-Link names (cyclonedx.org/capabilities/bomlink): a document by its serial number, or an
 * element of it. Null for other texts.
 */
export function productOfBomLink(text: string): VexProduct | null {
  const link = readBomLink(text);
  return link && { identifiers: [link.serial], subcomponents: link.ref === '' ? [] : [[link.ref]] };
}

/** An identifier of a part: within its product the ref of a BOM-Link is enough. */
export const withRef = (identifier: string): readonly string[] => [
  identifier,
  ...(productOfBomLink(identifier)?.subcomponents[0] ?? []),
];
