import { type XmlAttribute, XmlError } from './xml-syntax.js';

/** The name of an element or attribute without its prefix, and the namespace that the prefix stands for. */
export interface ExpandedName {
  readonly local: string;
  readonly uri: string;
}

interface Scope {
  readonly outer: Scope | undefined;
  /** Those that an element declares itself. */
  readonly prefixes: ReadonlyMap<string, string>;
  /** Elements have few names, which are resolved once. */
  readonly names: Map<string, ExpandedName>;
}

const xmlUri = 'http://www.w3.org/XML/1998/namespace';
const xmlnsUri = 'http://www.w3.org/2000/xmlns/';
const maxNames = 1_000;
const emptyAttributes: ReadonlyMap<string, string> = new Map();

/** Says what names mean (Namespaces in XML 1.0) while elements begin and end. */
export class Namespaces {
  private readonly scopes: Scope[];

  /** @param unprefixed the namespace of elements for which the document declares none */
  constructor(unprefixed = '') {
    const prefixes = new Map([
      ['xml', xmlUri],
      ['', unprefixed],
    ]);
    this.scopes = [{ outer: undefined, prefixes, names: new Map() }];
  }

  /**
   * An element begins.
   *
   * @returns its name, and its attributes by local name, those with a prefix by `{uri}name`; declarations are left out
   * @throws XmlError for a prefix that stands for nothing, and for an attribute that is there twice
   */
  enter(
    name: string,
    attributes: readonly XmlAttribute[],
  ): { readonly expanded: ExpandedName; readonly attributes: ReadonlyMap<string, string> } {
    const scope = this.scopeFor(attributes);
    this.scopes.push(scope);
    return {
      expanded: this.elementName(name, scope),
      attributes: attributes.length === 0 ? emptyAttributes : byExpandedName(attributes, scope),
    };
  }

  leave(): void {
    this.scopes.pop();
  }

  private scopeFor(attributes: readonly XmlAttribute[]): Scope {
    const outer = this.scopes.at(-1)!;
    let prefixes: Map<string, string> | undefined;
    for (const { name, value } of attributes)
      if (isDeclaration(name)) declare((prefixes ??= new Map()), name === 'xmlns' ? '' : name.slice(6), value);
    return prefixes ? { outer, prefixes, names: new Map() } : outer;
  }

  private elementName(name: string, scope: Scope): ExpandedName {
    let found = scope.names.get(name);
    if (!found) {
      if (scope.names.size >= maxNames) scope.names.clear();
      scope.names.set(name, (found = expandedName(name, scope, uriOf('', scope)!)));
    }
    return found;
  }
}

const isDeclaration = (name: string): boolean => name.startsWith('xmlns') && (name.length === 5 || name[5] === ':');

function declare(prefixes: Map<string, string>, prefix: string, uri: string): void {
  const isXml = prefix === 'xml' || uri === xmlUri;
  if (prefix === 'xmlns' || uri === xmlnsUri || (isXml && (prefix !== 'xml' || uri !== xmlUri)))
    throw new XmlError('malformed', 'a namespace of XML itself is declared');
  if (prefix !== '' && uri === '') throw new XmlError('malformed', `the prefix "${prefix}" stands for nothing`);
  prefixes.set(prefix, uri);
}

/** What a prefix stands for; undefined where nothing declares it. */
function uriOf(prefix: string, scope: Scope): string | undefined {
  for (let at: Scope | undefined = scope; at; at = at.outer) {
    const uri = at.prefixes.get(prefix);
    if (uri !== undefined) return uri;
  }
  return undefined;
}

/** @param unprefixed the namespace of a name without a prefix */
function expandedName(name: string, scope: Scope, unprefixed: string): ExpandedName {
  const colon = name.indexOf(':');
  if (colon < 0) return { local: name, uri: unprefixed };
  const uri = uriOf(name.slice(0, colon), scope);
  if (uri === undefined) throw new XmlError('malformed', `the prefix of "${name.slice(0, 80)}" stands for nothing`);
  return { local: name.slice(colon + 1), uri };
}

function byExpandedName(attributes: readonly XmlAttribute[], scope: Scope): ReadonlyMap<string, string> {
  let found: Map<string, string> | undefined;
  for (const { name, value } of attributes) {
    if (isDeclaration(name)) continue;
    const { local, uri } = expandedName(name, scope, '');
    const key = uri === '' ? local : `{${uri}}${local}`;
    found ??= new Map();
    if (found.has(key)) throw new XmlError('malformed', `the attribute "${local.slice(0, 80)}" stands twice`);
    found.set(key, value);
  }
  return found ?? emptyAttributes;
}
