import type { Answer, ApiClient } from '../api-client.js';
import type { DescribedRoute } from './described-routes.js';
import type { RouteRequest } from './route-case.js';

export function send(client: ApiClient, route: DescribedRoute, request: RouteRequest): Promise<Answer> {
  const { query = {}, body, file } = request;
  if (file !== undefined) return client.upload(route.path, file, query);
  return client.send(route.method, route.path, { query, body });
}

/** Everything that a client can read of an answer. */
export const textOf = ({ headers, body }: Answer): string =>
  `${JSON.stringify([...headers])}\n${typeof body === 'string' ? body : JSON.stringify(body)}`;

/** Every text of the request, by its path: `query.id`, `body.0.sbom_id`. */
export function textsIn(request: RouteRequest): Map<string, string> {
  const found = new Map<string, string>();
  const look = (value: unknown, path: string): void => {
    if (typeof value === 'string') found.set(path, value);
    else if (value !== null && typeof value === 'object')
      for (const [key, inner] of Object.entries(value)) look(inner, `${path}.${key}`);
  };
  look(request.query, 'query');
  look(request.body, 'body');
  return found;
}

/** The same request with another value at one path. */
export function withValue<Request extends RouteRequest>(request: Request, path: string, value: unknown): Request {
  const copy = structuredClone(request);
  const keys = path.split('.');
  const last = keys.pop()!;
  const parent = keys.reduce<any>((at, key) => at[key], copy);
  parent[last] = value;
  return copy;
}
