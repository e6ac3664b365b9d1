import { integer, lazy, list as listOf, object, text, type LazySchema, type SchemaField } from '../../schema/schema.js';

/*
 * The members of SPDX 3.0.1 that elements of SPDX 2.x become (spdx.github.io/spdx-spec/v3.0.1, profiles Core and
 * Software). Elements that came from SPDX 3.0 are written as they are.
 */

const optional = (schema: LazySchema): SchemaField => ({ schema: lazy(schema) });
const required = (schema: LazySchema): SchemaField => ({ schema: lazy(schema), required: true });
const list = (schema: LazySchema): SchemaField => optional(listOf(schema, ''));

const hash = object({ type: required(text), algorithm: required(text), hashValue: required(text) });

const verificationCode = object({
  type: required(text),
  algorithm: required(text),
  hashValue: required(text),
  packageVerificationCodeExcludedFile: list(text),
});

const externalIdentifier = object({
  type: required(text),
  externalIdentifierType: required(text),
  identifier: required(text),
  comment: optional(text),
});

const integerRange = object({
  type: required(text),
  beginIntegerRange: required(integer(1)),
  endIntegerRange: required(integer(1)),
});

const artifact = {
  type: optional(text),
  name: optional(text),
  comment: optional(text),
  software_copyrightText: optional(text),
  software_attributionText: list(text),
  software_primaryPurpose: optional(text),
};

export const packageSchema = object({
  ...artifact,
  summary: optional(text),
  description: optional(text),
  verifiedUsing: list(verificationCode),
  software_sourceInfo: optional(text),
  builtTime: optional(text),
  releaseTime: optional(text),
  validUntilTime: optional(text),
  externalIdentifier: list(externalIdentifier),
});

export const fileSchema = object({
  ...artifact,
  verifiedUsing: list(hash),
  software_additionalPurpose: list(text),
});

export const snippetSchema = object({
  ...artifact,
  software_snippetFromFile: required(text),
  software_byteRange: optional(integerRange),
  software_lineRange: optional(integerRange),
});
