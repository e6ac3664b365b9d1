import { propertyDescription } from './property-descriptions.mjs';

/** The schemas with a description for every property, also of objects inside; Nest has none for many of its own. */
export function describeSchemas(schemas, paths) {
  const missing = new Set();
  for (const [name, schema] of Object.entries(schemas)) describe(schema, name, missing);
  for (const operation of Object.values(paths).flatMap((path) => Object.values(path)))
    for (const { content = {} } of [operation.requestBody ?? {}, ...Object.values(operation.responses)])
      for (const { schema } of Object.values(content)) describe(schema, operation.operationId, missing);

  if (missing.size > 0)
    throw new Error(
      `Without description: ${[...missing].join(', ')}. Write a comment, or a line in property-descriptions.mjs.`,
    );
  return schemas;
}

function describe(schema, typeName, missing) {
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    property.description ??= propertyDescription(typeName, name);
    if (!property.description) missing.add(`${typeName}.${name}`);
    describe(property, `${typeName}.${name}`, missing);
  }
  for (const inner of [schema.items, ...(schema.anyOf ?? []), ...(schema.allOf ?? [])])
    if (inner) describe(inner, typeName, missing);
}
