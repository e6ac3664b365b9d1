import { lazy, type LazySchema, type SchemaField } from '../../schema/schema.js';

type FieldOptions = Partial<Pick<SchemaField, 'since' | 'required' | 'xmlName' | 'attributeOwner' | 'singleBefore'>>;

const field =
  (xml: SchemaField['xml']) =>
  (schema: LazySchema, options: FieldOptions = {}): SchemaField => ({ schema: lazy(schema), xml, ...options });

export const attribute = field('attribute');
export const element = field('element');
export const ownText = field('text');
export const repeated = field('repeated');
export const attributeOf = field('attributeOf');
export const jsonOnly = field('none');
