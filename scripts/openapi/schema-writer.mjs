import ts from 'typescript';
import { formatOf } from './formats.mjs';
import { propertyDescription } from './property-descriptions.mjs';

/** Converts TypeScript types to JSON Schema (draft 2020-12, as in OpenAPI 3.1). */
export class SchemaWriter {
  /** Schema and file of each named type; names are assigned when all types are known, see `named`. */
  #types = new Map();

  constructor(checker) {
    this.checker = checker;
  }

  /** @returns {object | null} null for `void`: there is no body, or the route writes it itself */
  write(type) {
    const { checker } = this;
    if (type.flags & (ts.TypeFlags.Void | ts.TypeFlags.Undefined | ts.TypeFlags.Never)) return null;
    if (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return {};
    if (type.flags & ts.TypeFlags.Null) return { type: 'null' };
    if (type.flags & ts.TypeFlags.BooleanLike && !type.isUnion())
      return type.flags & ts.TypeFlags.BooleanLiteral
        ? { const: checker.typeToString(type) === 'true' }
        : { type: 'boolean' };
    if (type.isStringLiteral() || type.isNumberLiteral()) return { type: typeof type.value, const: type.value };
    if (type.flags & ts.TypeFlags.StringLike) return { type: 'string' };
    if (type.flags & ts.TypeFlags.NumberLike) return { type: 'number' };
    if (type.isUnion()) return this.#union(type);
    if (checker.isArrayType(type) || checker.isTupleType(type)) {
      const [item] = checker.getTypeArguments(type);
      return { type: 'array', items: item ? this.write(item) : {} };
    }
    return this.#object(withoutPlainObject(type));
  }

  /**
   * Assigns names to the types; where two types share a name, each gets the name of its module as prefix.
   *
   * @returns {{ schemas: Record<string, object>, resolve: (schema: object) => object }} `resolve` puts the final names
   * into a schema from `write`
   */
  named() {
    const entries = [...this.#types.values()];
    const isAlone = (name) => entries.filter((entry) => entry.name === name).length === 1;
    const names = entries.map(({ name, file }) => {
      const module = file.match(/\/src\/(\w)(\w*)\//);
      return isAlone(name) || !module ? name : `${module[1].toUpperCase()}${module[2]}${name}`;
    });
    const resolve = (schema) =>
      JSON.parse(
        JSON.stringify(schema).replaceAll(/"#type-(\d+)"/g, (_, index) => `"#/components/schemas/${names[index]}"`),
      );
    return {
      schemas: resolve(Object.fromEntries(entries.map(({ schema }, index) => [names[index], schema]))),
      resolve,
    };
  }

  #union(type) {
    const { checker } = this;
    const parts = type.types.filter((part) => !(part.flags & ts.TypeFlags.Undefined));
    const nullable = parts.some((part) => part.flags & ts.TypeFlags.Null);
    const rest = parts.filter((part) => !(part.flags & ts.TypeFlags.Null));
    const or = (schema) => (nullable ? { anyOf: [schema, { type: 'null' }] } : schema);
    if (rest.every((part) => part.flags & ts.TypeFlags.BooleanLiteral) && rest.length === 2)
      return { type: nullable ? ['boolean', 'null'] : 'boolean' };
    if (rest.every((part) => part.isStringLiteral()))
      return {
        type: nullable ? ['string', 'null'] : 'string',
        enum: [...rest.map((part) => part.value), ...(nullable ? [null] : [])],
      };
    if (rest.length === 1) {
      const schema = this.write(rest[0]);
      return nullable && typeof schema.type === 'string' ? { ...schema, type: [schema.type, 'null'] } : or(schema);
    }
    if (rest.length === 0) return this.write(checker.getNullType());
    return { anyOf: [...rest.map((part) => this.write(part)), ...(nullable ? [{ type: 'null' }] : [])] };
  }

  #object(type) {
    const name = (type.aliasSymbol ?? type.symbol)?.name ?? '__type';
    if (name === 'Date') return { type: 'string', format: 'date-time' };
    if (['Buffer', 'Uint8Array', 'Readable', 'StreamableFile'].includes(name))
      return { type: 'string', format: 'binary' };
    const isGeneric = (type.aliasTypeArguments ?? this.checker.getTypeArguments?.(type) ?? []).length > 0;
    const declaration = (type.aliasSymbol ?? type.symbol)?.declarations?.[0];
    if (name.startsWith('__') || isGeneric || !declaration) return this.#members(type);
    const known = this.#types.get(type);
    if (known) return known.ref;
    const entry = {
      name,
      file: declaration.getSourceFile().fileName,
      ref: { $ref: `#type-${this.#types.size}` },
      schema: null,
    };
    this.#types.set(type, entry); // before its members: types may refer to themselves
    entry.schema = { ...this.#members(type, name), ...this.#described(type.aliasSymbol ?? type.symbol) };
    return entry.ref;
  }

  #members(type, typeName = '') {
    const { checker } = this;
    const properties = {};
    const required = [];
    for (const property of checker.getPropertiesOfType(type)) {
      const schema = this.write(checker.getTypeOfSymbol(property));
      if (schema === null) continue;
      properties[property.name] = {
        ...formatOf(typeName, property.name, schema),
        ...this.#described(property, () => propertyDescription(typeName, property.name)),
      };
      if (!(property.flags & ts.SymbolFlags.Optional)) required.push(property.name);
    }
    const index = checker.getIndexInfoOfType(type, ts.IndexKind.String);
    return {
      type: 'object',
      ...(Object.keys(properties).length > 0 && { properties }),
      ...(required.length > 0 && { required }),
      ...(index && { additionalProperties: this.#value(index.type) }),
    };
  }

  #value(type) {
    return type.flags & ts.TypeFlags.Never ? false : formatOf('', 'value of a map', this.write(type) ?? {});
  }

  #described(symbol, otherwise = () => undefined) {
    const text = ts.displayPartsToString(symbol.getDocumentationComment(this.checker)).replace(/\s+/g, ' ');
    const description = text === '' ? otherwise() : text;
    return description ? { description } : {};
  }
}

/** `T & object` is T. */
function withoutPlainObject(type) {
  const parts = type.isIntersection() ? type.types.filter((part) => !(part.flags & ts.TypeFlags.NonPrimitive)) : [];
  return parts.length === 1 ? parts[0] : type;
}
