import { errorReference, headerReferences, successHeaders } from './components.mjs';
import { callers } from './introduction.mjs';
import { propertyDescription } from './property-descriptions.mjs';

/** Puts into an operation what Nest does not know of it. */
export function completeOperation(operation, { method, id, answer }) {
  const permission = operation['x-permission'];
  const takesJson = 'application/json' in (operation.requestBody?.content ?? {});
  const isUpload = 'multipart/form-data' in (operation.requestBody?.content ?? {});
  const isChange = method !== 'get';
  Object.assign(operation, texts(operation, permission, id), {
    operationId: id,
    security: securityOf(operation, permission),
    parameters: (operation.parameters ?? []).map(withoutNull),
  });
  const takesKey = isChange && !['public', 'viewer'].includes(permission);
  if (answer.errors.includes(412)) operation.parameters.push({ $ref: '#/components/parameters/IfMatch' });
  if (takesKey) operation.parameters.push({ $ref: '#/components/parameters/IdempotencyKey' });
  for (const parameter of operation.parameters.filter(({ $ref }) => !$ref)) {
    parameter.description ??= propertyDescription(operation.tags[0], parameter.name);
    if (!parameter.description) throw new Error(`${id}: the parameter ${parameter.name} has no description`);
  }
  operation.responses = {
    ...successes(operation.responses, answer, [
      ...(takesKey ? ['Idempotency-Replayed'] : []),
      ...(method === 'get' && operation.parameters.some(({ name }) => name === 'offset') ? ['Link'] : []),
    ]),
    ...Object.fromEntries(
      errorStatuses({ permission, hasBody: takesJson || isUpload, takesKey, thrown: answer.errors }).map((status) => [
        status,
        errorReference(status),
      ]),
    ),
  };
}

/** The first sentence as summary, the rest as description, with who may call it. */
function texts({ summary = '', description = '' }, permission, id) {
  const text = [summary, description].join(' ').replace(/\s+/g, ' ').trim();
  const [, first, rest] = /^(.+?[^.]\.)(?:\s+([A-Z`].*))?$/.exec(text) ?? [];
  if (!first) throw new Error(`${id}: its method has no comment that ends with a full stop`);
  return {
    summary: first.replace(/\.$/, ''),
    description: [rest, callers[permission]].filter(Boolean).join('\n\n'),
  };
}

function securityOf({ security }, permission) {
  if (security?.some((scheme) => 'basic' in scheme)) return [{ basic: [] }, {}];
  return permission === 'public' ? [] : [{ bearer: [] }, { key: [] }, { cookie: [] }];
}

/** A parameter of a query cannot be null. */
function withoutNull(parameter) {
  const { type, enum: values } = parameter.schema ?? {};
  if (!Array.isArray(type) || !type.includes('null')) return parameter;
  const types = type.filter((each) => each !== 'null');
  return {
    ...parameter,
    schema: {
      ...parameter.schema,
      type: types.length === 1 ? types[0] : types,
      ...(values && { enum: values.filter((value) => value !== null) }),
    },
  };
}

function successes(responses, answer, ownHeaders) {
  const declared = Object.entries(responses).filter(([status]) => /^[23]/.test(status));
  // A decorator for another status replaces Nest's own entry, which has no description.
  if (declared.every(([status, { description }]) => status !== '200' && description)) declared.unshift(['200', {}]);
  const headers = { ...successHeaders, ...headerReferences(ownHeaders) };
  return Object.fromEntries(
    declared.map(([status, response]) => {
      const schema = status === '202' ? answer.accepted : status === '200' ? answer.ok : null;
      const content = { ...(schema && { 'application/json': { schema } }), ...response.content };
      return [
        status,
        {
          description: response.description || 'Done.',
          headers: { ...response.headers, ...headers },
          ...(Object.keys(content).length > 0 && { content }),
        },
      ];
    }),
  );
}

/** What the method throws, and what stands before it: router, guards, limits, parsers. */
function errorStatuses({ permission, hasBody, takesKey, thrown }) {
  const always = [400, 405, 429, 500, 503];
  const ofCallers = permission === 'public' ? [] : [401, 403];
  const ofBodies = hasBody ? [408, 413, 415] : [];
  const ofKeys = takesKey ? [409] : [];
  return [...new Set([...always, ...ofCallers, ...ofBodies, ...ofKeys, ...thrown])].sort();
}

/** Puts the request and answer that a test has recorded (test/integration/api-description.test.ts) into an operation. */
export function addExample(operation, { request, status, answer } = {}) {
  const body = operation.requestBody?.content['application/json'];
  if (body && request !== undefined) body.example = request;
  const content = operation.responses[status]?.content?.['application/json'];
  if (content) content.example = answer;
}
