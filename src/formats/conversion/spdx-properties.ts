/**
 * Names of the `spdx` namespace of the CycloneDX property taxonomy (github.com/CycloneDX/cyclonedx-property-taxonomy,
 * spdx.md), for what comes from SPDX and has no member in CycloneDX.
 */
export const purlProperty = 'spdx:external-reference:package-manager:purl';
export const cpe23Property = 'spdx:external-reference:security:cpe23';
export const cpe22Property = 'spdx:external-reference:security:cpe22';

/** Hash algorithms that only SPDX has. "sha225" is the spelling of the taxonomy, which lacks ADLER32. */
export const hashProperties: ReadonlyMap<string, string> = new Map([
  ['MD2', 'spdx:checksum:md2'],
  ['MD4', 'spdx:checksum:md4'],
  ['MD6', 'spdx:checksum:md6'],
  ['SHA-224', 'spdx:checksum:sha225'],
  ['ADLER32', 'spdx:checksum:adler32'],
]);

type Identifier = 'purl' | 'cpe' | { readonly hash: string };

/** The identifier or hash that a property holds, by its name. */
export const identifierProperties: ReadonlyMap<string, Identifier> = new Map<string, Identifier>([
  [purlProperty, 'purl'],
  [cpe23Property, 'cpe'],
  [cpe22Property, 'cpe'],
  ...[...hashProperties].map(([hash, name]) => [name, { hash }] as const),
]);
