import type { JsonObject } from '../../model/document.js';
import { optionalObject, optionalObjects, optionalText, requiredText } from './schema-drift.js';

/** A product of a CSAF document's tree: what it is, and in which product it is contained. */
export interface CsafProduct {
  readonly name: string;
  readonly purl: string | null;
  /** CPE of the product itself, or of the one that it is a component of. */
  readonly platform: string | null;
}

interface Node {
  readonly name: string;
  readonly purl: string | null;
  readonly cpe: string | null;
}

/** By product id, everything in the tree (CSAF 2.0, 3.2.2), components of products included. @throws SchemaDrift */
export function csafProducts(tree: JsonObject): Map<string, CsafProduct> {
  const nodes = new Map<string, Node>();
  for (const product of optionalObjects(tree, 'full_product_names')) add(nodes, product);
  const open = [...optionalObjects(tree, 'branches')];
  for (let branch = open.pop(); branch; branch = open.pop()) {
    open.push(...optionalObjects(branch, 'branches'));
    if (branch.product !== undefined) add(nodes, optionalObject(branch, 'product'));
  }
  const products = new Map<string, CsafProduct>(
    [...nodes].map(([id, { name, purl, cpe }]) => [id, { name, purl, platform: cpe }]),
  );
  // A component of a component names its parts in any order: at most as many steps as there are relationships.
  const relationships = optionalObjects(tree, 'relationships');
  for (const relationship of relationships) {
    const id = requiredText(optionalObject(relationship, 'full_product_name'), 'product_id');
    const part = products.get(requiredText(relationship, 'product_reference'));
    const whole = products.get(requiredText(relationship, 'relates_to_product_reference'));
    if (part) products.set(id, { ...part, platform: whole?.platform ?? part.platform });
  }
  return products;
}

function add(nodes: Map<string, Node>, product: JsonObject): void {
  const helper = optionalObject(product, 'product_identification_helper');
  const purl = optionalText(helper, 'purl') ?? null;
  const cpe = optionalText(helper, 'cpe') ?? null;
  nodes.set(requiredText(product, 'product_id'), { name: requiredText(product, 'name'), purl, cpe });
}
