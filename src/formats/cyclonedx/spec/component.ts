import type { JsonObject } from '../../../model/document.js';
import { attachment, contact, externalReferences, hashes, issue, organization, properties, tags } from './common.js';
import { cryptoProperties } from './crypto.js';
import { iri, iriInXml } from './iri.js';
import { licenses } from './license.js';
import { componentData, modelCard } from './model-card.js';
import { patentAssertions } from './patents.js';
import { releaseNotes } from './release-notes.js';
import {
  boolean,
  choice,
  decimal,
  integer,
  list,
  object,
  text,
  without,
  type ListSchema,
  type ObjectSchema,
  type RuleTarget,
} from '../../schema/schema.js';
import { attribute, element, ownText, repeated } from './fields.js';
import { signature } from './signature.js';
import { cpe, dateTime, email, mimeType, ref, version, versionRange } from './text-rules.js';

export const componentTypes = choice(
  'application framework library container operating-system device firmware file',
  { '1.5': 'platform device-driver machine-learning-model data', '1.6': 'cryptographic-asset' },
  'library',
);

const action = object({ timestamp: element(dateTime), name: element(text), email: element(email) });

const commit = object({
  uid: element(text),
  url: element(iri),
  author: element(action),
  committer: element(action),
  message: element(text),
});

const patch = object({
  type: attribute(choice('unofficial monkey backport cherry-pick'), { required: 'unofficial' }),
  diff: element(object({ text: element(attachment), url: element(iri) })),
  resolves: element(list(issue, 'issue')),
});

const relatives = list(() => component, 'component');

const pedigree = object({
  ancestors: element(relatives),
  descendants: element(relatives),
  variants: element(relatives),
  commits: element(list(commit, 'commit')),
  patches: element(list(patch, 'patch')),
  notes: element(text),
});

const swid = object({
  tagId: attribute(text, { required: true }),
  name: attribute(text, { required: true }),
  version: attribute(text),
  tagVersion: attribute(integer()),
  patch: attribute(boolean),
  text: element(attachment),
  url: element(iri),
});

const techniques = choice(
  'source-code-analysis binary-analysis manifest-analysis ast-fingerprint hash-comparison instrumentation ' +
    'dynamic-analysis filename attestation other',
  {},
  'other',
);

const identity = object({
  field: element(choice('group name version purl cpe swid hash', { '1.6': 'omniborId swhid' }), { required: true }),
  confidence: element(decimal(0, 1)),
  concludedValue: element(text, { since: '1.6' }),
  methods: element(
    list(
      object({
        technique: element(techniques, { required: 'other' }),
        confidence: element(decimal(0, 1), { required: true }),
        value: element(text),
      }),
      'method',
    ),
  ),
  tools: element(list(ref, 'tool', { attribute: 'ref', unique: true })),
});

const occurrence = object({
  'bom-ref': attribute(ref),
  location: element(text, { required: true }),
  line: element(integer(0), { since: '1.6' }),
  offset: element(integer(0), { since: '1.6' }),
  symbol: element(text, { since: '1.6' }),
  additionalContext: element(text, { since: '1.6' }),
});

const frame = object({
  package: element(text),
  module: element(text, { required: true }),
  function: element(text),
  parameters: element(list(text, 'parameter')),
  line: element(integer()),
  column: element(integer()),
  fullFilename: element(text),
});

const evidence = object({
  identity: repeated(list(identity, 'identity'), { since: '1.5', singleBefore: { json: '1.6', xml: '1.6' } }),
  occurrences: element(list(occurrence, 'occurrence'), { since: '1.5' }),
  callstack: element(object({ frames: element(list(frame, 'frame')) }), { since: '1.5' }),
  licenses: element(licenses),
  copyright: element(list(object({ text: ownText(text, { required: true }) }), 'text')),
});

/** A version and a range exclude each other, and only an external component has a range. */
export const component: ObjectSchema = object(
  {
    type: attribute(componentTypes, { required: 'library' }),
    'mime-type': attribute(mimeType),
    'bom-ref': attribute(ref),
    isExternal: attribute(boolean, { since: '1.7' }),
    supplier: element(organization),
    manufacturer: element(organization, { since: '1.6' }),
    authors: element(list(contact, 'author'), { since: '1.6' }),
    author: element(text),
    publisher: element(text),
    group: element(text),
    name: element(text, { required: true }),
    version: element(version),
    versionRange: element(versionRange, { since: '1.7' }),
    description: element(text),
    scope: element(choice('required optional excluded')),
    hashes: element(hashes),
    licenses: element(licenses),
    copyright: element(text),
    patentAssertions: element(patentAssertions, { since: '1.7' }),
    cpe: element(cpe),
    purl: element(iriInXml),
    omniborId: repeated(list(text, 'omniborId'), { since: '1.6' }),
    swhid: repeated(list(text, 'swhid'), { since: '1.6' }),
    swid: element(swid),
    modified: element(boolean),
    pedigree: element(pedigree),
    externalReferences: element(externalReferences),
    properties: element(properties),
    components: element(() => components),
    evidence: element(evidence),
    releaseNotes: element(releaseNotes),
    modelCard: element(modelCard, { since: '1.5' }),
    data: repeated(list(componentData, 'data'), { since: '1.5', singleBefore: { xml: '1.6' } }),
    cryptoProperties: element(cryptoProperties, { since: '1.6' }),
    tags: element(tags, { since: '1.6' }),
    signature,
  },
  conformVersionRange,
);

function conformVersionRange(value: JsonObject, target: RuleTarget): JsonObject {
  if (value.versionRange === undefined || (value.version === undefined && value.isExternal === true)) return value;
  target.onLoss('versionRange');
  return without(value, ['versionRange']);
}

/** The members of a component that are kept in `native`: none is required. */
export const nativeComponent: ObjectSchema = {
  kind: 'object',
  rule: conformVersionRange,
  fields: new Map([...component.fields].map(([name, { required: _, ...field }]) => [name, field])),
};

export const components: ListSchema = list(component, 'component', { unique: true });
