/** The parts of openapi.json that operations share. */
import { propertyDescription } from './property-descriptions.mjs';

const errors = {
  400: ['BadRequest', 'The request is invalid; `fields` names every invalid field.'],
  401: ['Unauthorized', 'The token is missing, expired or invalid, or the password is wrong.', ['WWW-Authenticate']],
  403: ['Forbidden', 'The caller lacks the required role.'],
  404: ['NotFound', 'The object does not exist, or belongs to another organization.'],
  405: ['MethodNotAllowed', 'The path has other methods than the requested one.', ['Allow']],
  408: ['RequestTimeout', 'The body of the request came too slowly.'],
  409: ['Conflict', 'The request contradicts what is there; `present` may show it.'],
  412: ['PreconditionFailed', 'The object is not the one of `If-Match`.'],
  413: ['TooLarge', 'The body, the file or what it contains is too large.'],
  415: ['UnsupportedMediaType', 'The body has the wrong media type or encoding.'],
  422: ['Unprocessable', 'The file or source cannot be read; `reason` and `place` say why and where.'],
  429: ['TooManyRequests', 'Too many requests; wait for `Retry-After` seconds.', ['Retry-After']],
  500: ['InternalError', 'A fault of the service; the log has the details under the request id.'],
  503: ['Unavailable', 'The database or queue is unavailable; wait for `Retry-After` seconds.', ['Retry-After']],
};

export const errorReference = (status) => {
  if (!errors[status]) throw new Error(`components.mjs does not describe the status ${status}`);
  return { $ref: `#/components/responses/${errors[status][0]}` };
};

const text = { type: 'string' };
const number = { type: 'integer', minimum: 0 };

const headers = {
  Allow: { description: 'The methods of the path.', schema: text },
  'Idempotency-Replayed': { description: '`true`: this is the answer to an earlier request.', schema: text },
  Link: { description: 'Addresses of the `first`, `prev`, `next` and `last` page (RFC 8288).', schema: text },
  'RateLimit-Limit': { description: 'Number of requests at a time.', schema: number },
  'RateLimit-Remaining': { description: 'Number of requests that are left.', schema: number },
  'RateLimit-Reset': { description: 'Seconds until the limit is whole again.', schema: number },
  'Retry-After': { description: 'Seconds to wait before the next attempt.', schema: number },
  'WWW-Authenticate': { description: 'What is wrong with the token (RFC 6750).', schema: text },
  'X-Request-Id': { description: 'The request, as in the log.', schema: text },
};

export const headerReferences = (names) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

const onEveryAnswer = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset', 'X-Request-Id'];
export const successHeaders = headerReferences(onEveryAnswer);

const errorSchema = {
  type: 'object',
  description: 'The body of every error.',
  required: ['message', 'code', 'reason', 'request_id'],
  properties: {
    message: { type: 'string', description: 'What is wrong, and what to do about it.' },
    code: { type: 'integer', description: 'The HTTP status.' },
    reason: { type: 'string', description: 'What is wrong, for programs.' },
    fields: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'What is wrong with each field, by its path (`3.search_results.package.0.purl`).',
    },
    place: { type: 'string', description: 'For a file that was refused: line or JSON pointer.' },
    present: { type: 'object', description: 'For a conflict: what is there now.', additionalProperties: true },
    request_id: { type: 'string', description: propertyDescription('Error', 'request_id') },
  },
};

export const components = {
  schemas: { Error: errorSchema },
  headers,
  parameters: {
    IfMatch: {
      name: 'If-Match',
      in: 'header',
      description:
        'The `updated_at` of the object in quotes, as you read it: the update is refused (412) if it has changed.',
      schema: { type: 'string' },
    },
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      description: 'The same request with the same key is carried out once, and answered as before.',
      schema: { type: 'string', minLength: 1, maxLength: 255 },
    },
  },
  responses: Object.fromEntries(
    Object.entries(errors).map(([, [name, description, own = []]]) => [
      name,
      {
        description,
        headers: headerReferences([...own, 'X-Request-Id']),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  ),
  securitySchemes: {
    bearer: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'JWT',
      description: 'A session (login), an API key, or an OpenID Connect token.',
    },
    key: {
      type: 'apiKey',
      in: 'header',
      name: 'X-Api-Key',
      description: 'An API key, as clients of Dependency-Track send it.',
    },
    basic: { type: 'http', scheme: 'basic', description: 'Username and password, for login only.' },
    cookie: {
      type: 'apiKey',
      in: 'cookie',
      name: '__Host-stocktake_session',
      description:
        'The session of the workbench (login with `cookie: true`); `stocktake_session` without TLS. Changes need the header `X-CSRF-Protection: 1`.',
    },
  },
};
