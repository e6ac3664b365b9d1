/**
 * Names of the property taxonomy's `spdx` namespace (github.com/CycloneDX/cyclonedx-property-taxonomy, spdx.md): where
 * CycloneDX has no member of its own, these are the agreed places for what comes from SPDX.
 */
export const purlProperty = 'spdx:external-reference:package-manager:purl';
export const cpe23Property = 'spdx:external-reference:security:cpe23';
export const cpe22Property = 'spdx:external-reference:security:cpe22';

/** Hash algorithms that only SPDX has. ("sha225" is the taxonomy's own spelling; it has no word for ADLER32.) */
export const hashProperties: ReadonlyMap<string, string> = new Map([
  ['MD2', 'spdx:checksum:md2'],
  ['MD4', 'spdx:checksum:md4'],
  ['MD6', 'spdx:checksum:md6'],
  ['SHA-224', 'spdx:checksum:sha225'],
  ['ADLER32', 'spdx:checksum:adler32'],
]);

type Identifier = 'purl' | 'cpe' | { readonly hash: string };

/** What a property of that name really is. */
export const identifierProperties: ReadonlyMap<string, Identifier> = new Map<string, Identifier>([
  [purlProperty, 'purl'],
  [cpe23Property, 'cpe'],
  [cpe22Property, 'cpe'],
  ...[...hashProperties].map(([hash, name]) => [name, { hash }] as const),
]);
