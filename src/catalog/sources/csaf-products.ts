import type { JsonObject } from '../../model/document.js';
import { type Purl, purlOrNull } from '../../model/purl.js';
import { modularPackage } from '../../model/rpm-modules.js';
import { optionalObject, optionalObjects, optionalText, requiredText, SchemaDrift } from './schema-drift.js';

/** A product of a CSAF document's tree: what it is, and in which product it is contained. */
export interface CsafProduct {
  readonly name: string;
  readonly purl: Purl | null;
  /** It has a purl, whatever that names. */
  readonly isNamed: boolean;
  /** Stream of a module that it is, or is part of (`nodejs:16`). */
  readonly stream: string | null;
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
  const relationships = new Map(
    optionalObjects(tree, 'relationships').map((relationship): [string, Parts] => [
      requiredText(optionalObject(relationship, 'full_product_name'), 'product_id'),
      {
        part: requiredText(relationship, 'product_reference'),
        whole: requiredText(relationship, 'relates_to_product_reference'),
      },
    ]),
  );
  const products = new Map<string, CsafProduct | null>([...nodes].map(([id, node]) => [id, productOf(node)]));
  for (const id of relationships.keys()) addComponent({ products, relationships }, id);
  return new Map([...products].filter((one): one is [string, CsafProduct] => one[1] !== null));
}

interface Parts {
  readonly part: string;
  readonly whole: string;
}

interface ProductTree {
  /** By product id; null for a component of what the tree does not have. */
  readonly products: Map<string, CsafProduct | null>;
  readonly relationships: ReadonlyMap<string, Parts>;
}

/** Nobody nests products so deep (a package is in a module, which is in a platform), unless one contains itself. */
const maxDepth = 100;

/** A component of a component is listed before its parts or after them. */
function addComponent(tree: ProductTree, id: string, depth = 0): CsafProduct | null {
  const found = tree.products.get(id);
  const parts = tree.relationships.get(id);
  if (found !== undefined || !parts) return found ?? null;
  if (depth > maxDepth)
    throw new SchemaDrift(`the product ${id.slice(0, 200)} is nested in more than ${maxDepth} others, or in itself`);
  const part = addComponent(tree, parts.part, depth + 1);
  const whole = addComponent(tree, parts.whole, depth + 1);
  const platform = whole?.platform ?? part?.platform ?? null;
  const component = part && { ...part, platform, stream: part.stream ?? whole?.stream ?? null };
  tree.products.set(id, component);
  return component;
}

function productOf({ name, purl: text, cpe }: Node): CsafProduct {
  const purl = text === null ? null : purlOrNull(text);
  const { package: named = null, stream = null } = purl ? modularPackage(purl) : {};
  return { name, purl: named, isNamed: text !== null, platform: cpe, stream };
}

function add(nodes: Map<string, Node>, product: JsonObject): void {
  const helper = optionalObject(product, 'product_identification_helper');
  const purl = optionalText(helper, 'purl') ?? null;
  const cpe = optionalText(helper, 'cpe') ?? null;
  nodes.set(requiredText(product, 'product_id'), { name: requiredText(product, 'name'), purl, cpe });
}
