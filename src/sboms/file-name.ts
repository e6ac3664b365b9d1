/** Name of a file about an SBOM, without its extension: only characters that are safe in headers and file systems. */
export function fileNameOf({ name, version }: { readonly name: string; readonly version: string }): string {
  const plain = `${name}-${version}`
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9._-]+/g, '-');
  return plain.replace(/^[-.]+|[-.]+$/g, '').slice(0, 100) || 'sbom';
}
