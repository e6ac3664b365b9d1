import { attachment, dependencies, externalReference, properties, property } from './common.js';
import { components } from './component.js';
import { services } from './service.js';
import { isObject } from '../../../model/json.js';
import {
  boolean,
  choice,
  exactlyOne,
  list,
  mixedList,
  object,
  text,
  type ListSchema,
  type SchemaField,
} from '../../schema/schema.js';
import { attribute, element } from './fields.js';
import { dateTime, ref } from './text-rules.js';

const resource = object(
  { ref: element(ref), externalReference: element(externalReference) },
  exactlyOne('ref', 'externalReference'),
);
const resourceReferences = element(list(resource, 'resourceReference', { unique: true }));

const environment: ListSchema = mixedList(
  [
    { element: 'value', matches: (value) => typeof value === 'string', schema: text },
    { element: 'environmentVar', matches: isObject, schema: property },
  ],
  { unique: true },
);

const parameter = object({ name: element(text), value: element(text), dataType: element(text) });

const input = object(
  {
    resource: element(resource),
    parameters: element(list(parameter, 'parameter', { unique: true })),
    environmentVars: element(environment),
    data: element(attachment),
    source: element(resource),
    target: element(resource),
    properties: element(properties),
  },
  exactlyOne('resource', 'parameters', 'environmentVars', 'data'),
);

const output = object(
  {
    resource: element(resource),
    environmentVars: element(environment),
    data: element(attachment),
    type: element(choice('artifact attestation log evidence metrics other', {}, 'other')),
    source: element(resource),
    target: element(resource),
    properties: element(properties),
  },
  exactlyOne('resource', 'environmentVars', 'data'),
);
const inputs = element(list(input, 'input', { unique: true }));
const outputs = element(list(output, 'output', { unique: true }));

const step = object({
  name: element(text),
  description: element(text),
  commands: element(list(object({ executed: element(text), properties: element(properties) }), 'command')),
  properties: element(properties),
});
const steps = element(list(step, 'step', { unique: true }));

const volume = object({
  uid: element(text),
  name: element(text),
  mode: element(choice('filesystem block')),
  path: element(text),
  sizeAllocated: element(text),
  persistent: element(boolean),
  remote: element(boolean),
  properties: element(properties),
});

const workspace = object({
  'bom-ref': attribute(ref, { required: true }),
  uid: element(text, { required: true }),
  name: element(text),
  aliases: element(list(text, 'alias')),
  description: element(text),
  resourceReferences,
  accessMode: element(choice('read-only read-write read-write-once write-once write-only')),
  mountPath: element(text),
  managedDataType: element(text),
  volumeRequest: element(text),
  volume: element(volume),
  properties: element(properties),
});
const workspaces = element(list(workspace, 'workspace', { unique: true }));

const event = object({
  uid: element(text),
  description: element(text),
  timeReceived: element(dateTime),
  data: element(attachment),
  source: element(resource),
  target: element(resource),
  properties: element(properties),
});

const condition = object({
  description: element(text),
  expression: element(text),
  properties: element(properties),
});

const trigger = object({
  'bom-ref': attribute(ref, { required: true }),
  uid: element(text, { required: true }),
  name: element(text),
  description: element(text),
  resourceReferences,
  type: element(choice('manual api webhook scheduled', {}, 'manual'), { required: 'manual' }),
  event: element(event),
  conditions: element(list(condition, 'condition', { unique: true })),
  timeActivated: element(dateTime),
  inputs,
  outputs,
  properties: element(properties),
});

const taskTypes = element(
  list(choice('copy clone lint scan merge build test deliver deploy release clean other', {}, 'other'), 'taskType'),
  { required: ['other'] },
);

/** The fields of a task; a workflow has tasks in addition. */
const taskFields = (tasks: Record<string, SchemaField>): Record<string, SchemaField> => ({
  'bom-ref': attribute(ref, { required: true }),
  uid: element(text, { required: true }),
  name: element(text),
  description: element(text),
  resourceReferences,
  ...tasks,
  taskTypes,
  trigger: element(trigger),
  steps,
  inputs,
  outputs,
  timeStart: element(dateTime),
  timeEnd: element(dateTime),
  workspaces,
  runtimeTopology: element(dependencies),
  properties: element(properties),
});

const workflow = object(
  taskFields({
    tasks: element(list(object(taskFields({})), 'task', { unique: true })),
    taskDependencies: element(dependencies),
  }),
);

export const formula = object({
  'bom-ref': attribute(ref),
  components: element(components),
  services: element(services),
  workflows: element(list(workflow, 'workflow', { unique: true })),
  properties: element(properties),
});
