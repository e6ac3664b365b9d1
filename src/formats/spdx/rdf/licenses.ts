import { FormatError } from '../../format.js';
import { lastName } from '../../shared/spdx3-vocabulary.js';
import type { RdfGraph, RdfNode, RdfValue } from './graph.js';

/** Limits of the nesting of licence sets and of the parts of an expression. */
const maxDepth = 64;
const maxParts = 10_000;

/**
 * A licence in the graph as an expression (SPDX 2.3, annex D): a listed licence or LicenseRef by its URI, sets as AND
 * and OR, with-exception and or-later operators, NONE and NOASSERTION.
 */
export class RdfLicenseReader {
  private parts = 0;

  constructor(
    private readonly graph: RdfGraph,
    /** LicenseRef in this document or in another one. */
    private readonly idOf: (uri: string) => string,
  ) {}

  /** @throws FormatError `too_deep`, `limit`: sets that hold each other without end */
  read(value: RdfValue): string {
    this.parts = 0;
    return this.expression(value, 0);
  }

  private expression({ text, isNode }: RdfValue, depth: number): string {
    this.parts += 1;
    if (depth > maxDepth)
      throw new FormatError('too_deep', 'The licence sets are nested too deeply', this.placeOf(text));
    if (this.parts > maxParts) throw new FormatError('limit', 'The licence has too many parts', this.placeOf(text));
    const node = isNode ? this.graph.node(text) : undefined;
    if (node?.type === 'ConjunctiveLicenseSet') return this.set(node, ' AND ', depth);
    if (node?.type === 'DisjunctiveLicenseSet') return this.set(node, ' OR ', depth);
    if (node?.type === 'OrLaterOperator') return `${this.member(node, depth)}+`;
    if (node?.type === 'WithExceptionOperator') return `${this.member(node, depth)} WITH ${this.exception(node)}`;
    const id = firstText(node, 'licenseId');
    if (id !== '' && !id.includes(':')) return this.isOwn(text) ? id : this.nameOf(text);
    return this.nameOf(text);
  }

  private set(node: RdfNode, operator: string, depth: number): string {
    const members = (node.properties.get('member') ?? []).map((member) => this.expression(member, depth + 1));
    return members.length > 1 ? `(${members.join(operator)})` : (members[0] ?? 'NOASSERTION');
  }

  private member(node: RdfNode, depth: number): string {
    const [member] = node.properties.get('member') ?? [];
    return member === undefined ? 'NOASSERTION' : this.expression(member, depth + 1);
  }

  private exception(node: RdfNode): string {
    const [exception] = node.properties.get('licenseException') ?? [];
    const described = exception && this.graph.node(exception.text);
    return firstText(described, 'licenseExceptionId') || lastName(exception?.text ?? '');
  }

  private nameOf(uri: string): string {
    if (/#none$/i.test(uri)) return 'NONE';
    if (/#noassertion$/i.test(uri)) return 'NOASSERTION';
    return uri.includes('#') ? this.idOf(uri) : lastName(uri);
  }

  private isOwn(key: string): boolean {
    return key.startsWith('_:') || !this.idOf(key).startsWith('DocumentRef-');
  }

  private placeOf(key: string): string {
    return `line ${this.graph.node(key)?.line ?? 0}`;
  }
}

export const firstText = (node: RdfNode | undefined, property: string): string =>
  node?.properties.get(property)?.[0]?.text ?? '';
