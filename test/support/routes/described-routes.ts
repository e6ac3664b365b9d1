import type { TestApp } from '../app.js';

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly maximum?: number;
  readonly properties?: Record<string, Schema>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

/** One route as the service describes it in OpenAPI, and as its router has it. */
export interface DescribedRoute {
  /** `POST /v1/project/createSBOM` */
  readonly name: string;
  readonly method: string;
  /** Without the leading slash. */
  readonly path: string;
  readonly permission: string;
  /** Open to keys that are bound to a project. */
  readonly projectKeys: boolean;
  readonly query: ReadonlyMap<string, Schema>;
  /** Fields of the body, or of each element where it is a list; references are resolved. */
  readonly body: ReadonlyMap<string, Schema>;
  readonly bodyIsList: boolean;
  readonly takesFile: boolean;
  /** Names of the query and body fields that hold identifiers, lists of them included, nested ones by their path. */
  readonly idFields: readonly string[];
}

/**
 * Every route under /v1, read from the running service, so that no test forgets a new one.
 *
 * @throws when router and description differ
 */
export async function describedRoutes(app: TestApp): Promise<DescribedRoute[]> {
  const { body: document } = await app.client.get('openapi.json');
  const described = Object.entries<Record<string, any>>(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) =>
      describe(method.toUpperCase(), path, operation, document.components.schemas),
    ),
  );
  const live = app.routes.all().filter(([, path]) => path.startsWith('/v1/'));
  const differences = symmetricDifference(
    described.map(({ name }) => name.toLowerCase()),
    live.map(([method, path]) => `${method} ${path}`.toLowerCase()),
  );
  if (differences.length > 0) throw new Error(`Router and OpenAPI differ in ${differences.join(', ')}`);
  return described;
}

function describe(method: string, path: string, operation: any, schemas: Record<string, Schema>): DescribedRoute {
  const query = new Map<string, Schema>(
    (operation.parameters ?? [])
      .filter((parameter: any) => parameter.in === 'query')
      .map((parameter: any) => [parameter.name, parameter.schema]),
  );
  const content = operation.requestBody?.content ?? {};
  const json = resolved(content['application/json']?.schema, schemas);
  const bodyIsList = json.type === 'array';
  const element = bodyIsList ? resolved(json.items, schemas) : json;
  const body = new Map(Object.entries(element.properties ?? {}).map(([name, one]) => [name, resolved(one, schemas)]));
  return {
    name: `${method} ${path}`,
    method,
    path: path.slice(1),
    permission: operation['x-permission'],
    projectKeys: operation['x-project-keys'] === true,
    query,
    body,
    bodyIsList,
    takesFile: 'multipart/form-data' in content,
    idFields: [...idFieldsOf(query, schemas), ...idFieldsOf(body, schemas)].sort(),
  };
}

function idFieldsOf(fields: ReadonlyMap<string, Schema>, schemas: Record<string, Schema>): string[] {
  return [...fields].flatMap(([name, schema]) => {
    const own = resolved(schema.items ?? schema, schemas);
    if (own.format === 'uuid') return [name];
    const nested = new Map(Object.entries(own.properties ?? {}));
    return idFieldsOf(nested, schemas).map((inner) => `${name}.${inner}`);
  });
}

/** The schema itself behind references and behind "or null". */
function resolved(schema: Schema | undefined, schemas: Record<string, Schema>): Schema {
  const one = schema?.anyOf?.find((each) => each.type !== 'null') ?? schema ?? {};
  return one.$ref ? (schemas[one.$ref.replace(/^.*\//, '')] ?? {}) : one;
}

const symmetricDifference = (one: readonly string[], other: readonly string[]): string[] => [
  ...one.filter((each) => !other.includes(each)),
  ...other.filter((each) => !one.includes(each)),
];
