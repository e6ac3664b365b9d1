import type { BomProperty, Json, JsonObject } from '../../model/document.js';
import { isObject, objectOf, objectsOf, textOf } from '../../model/json.js';

const cdxProperties = 'extension_CdxPropertiesExtension';

/** Properties as the extension of SPDX 3.0.1 for those of CycloneDX. */
export const propertiesExtension = (properties: readonly BomProperty[]): JsonObject => ({
  type: cdxProperties,
  extension_cdxProperty: properties.map(({ name, value }) => ({
    type: 'extension_CdxPropertyEntry',
    extension_cdxPropName: name,
    extension_cdxPropValue: value,
  })),
});

/** The properties of an element. */
export const propertiesOf = (extension: Json | undefined): BomProperty[] =>
  objectsOf(extension)
    .filter(({ type }) => type === cdxProperties)
    .flatMap((each) => objectsOf(each.extension_cdxProperty))
    .map((entry) => ({
      name: textOf(entry.extension_cdxPropName),
      value: textOf(entry.extension_cdxPropValue),
    }));

export const isPropertiesExtension = (item: Json): boolean => isObject(item) && item.type === cdxProperties;

/** Name of the property that embeds the members of a vulnerability, a rating or an analysis without a member in SPDX. */
export const carriedProperty = 'stocktake:vulnerability';

/** The `extension` of an element: its properties, and what else of it has no member. */
export function extensionOf(properties: readonly BomProperty[], carried: JsonObject): JsonObject {
  const isEmpty = Object.keys(carried).length === 0;
  const all = isEmpty ? properties : [...properties, { name: carriedProperty, value: JSON.stringify(carried) }];
  return all.length === 0 ? {} : { extension: [propertiesExtension(all)] };
}

/** What `extensionOf` embedded; empty where the text is no such object. */
export function carriedIn(properties: readonly BomProperty[]): JsonObject {
  const text = properties.findLast(({ name }) => name === carriedProperty)?.value ?? '{}';
  try {
    return objectOf(JSON.parse(text));
  } catch {
    return {};
  }
}
