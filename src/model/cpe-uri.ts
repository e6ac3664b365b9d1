import { CpeError } from './cpe-name.js';

/**
 * The URI binding of a CPE name (CPE 2.2; NIST IR 7695, 6.1). CPE 2.2 has seven attributes; the four that came with 2.3
 * are packed into the edition: `~edition~swEdition~targetSw~targetHw~other`.
 */

/** The eleven values, as in a formatted string, of what follows `cpe:/` in lower case. @throws {CpeError} */
export function unbindCpeUri(text: string): string[] {
  const components = text.split(':');
  if (components.length > 7) throw new CpeError('Invalid CPE URI: write at most seven components after "cpe:/"');
  const [part, vendor, product, version, update, edition, language] = components;
  const [plainEdition, ...packed] = unpackEdition(edition ?? '');
  return [part, vendor, product, version, update, plainEdition, language, ...packed].map((component) =>
    decode(component ?? ''),
  );
}

/** After the fifth tilde follows `other`, literally, apart from a closing tilde of some tools. */
function unpackEdition(edition: string): string[] {
  if (!edition.startsWith('~')) return [edition, '', '', '', ''];
  const fields = edition.slice(1).split('~');
  if (fields.length < 5)
    throw new CpeError('Invalid CPE URI: write a packed edition as ~edition~swEdition~targetSw~targetHw~other');
  if (fields.length > 5 && fields.at(-1) === '') fields.pop();
  return [...fields.slice(0, 4), fields.slice(4).join('~')];
}

/** 7695, 6.1.3.2: `%01` and `%02` are the wildcards `?` and `*`; every other encoded character is itself, literally. */
function decode(component: string): string {
  if (component === '') return '*';
  if (component === '-') return '-';
  // All implementations, NIST's too, reject it, though the pseudo-code of 7695 accepts it.
  if (component.startsWith('%01%01'))
    throw new CpeError('Invalid CPE URI: write at most one "%01" at the start of a value');
  let value = '';
  for (let index = 0; index < component.length; index += 1) {
    const char = component[index]!;
    if (char === '%') {
      value += decodedOctet(component.slice(index + 1, index + 3));
      index += 2;
    } else if (char === '\\') {
      value += char + (component[index + 1] ?? '');
      index += 1;
    } else if (/[a-z0-9_.?*-]/.test(char)) value += char;
    else if (char === '~') value += '\\~';
    else
      throw new CpeError('Invalid CPE URI: encode characters other than letters, digits, "_", ".", "-" and "~" as %xx');
  }
  return value;
}

function decodedOctet(hex: string): string {
  if (hex === '01') return '?';
  if (hex === '02') return '*';
  const code = /^[0-9a-f]{2}$/.test(hex) ? parseInt(hex, 16) : 0;
  if (code < 0x21 || code > 0x7e) throw new CpeError(`Invalid CPE URI: "%${hex}" is not printable ASCII`);
  return `\\${String.fromCharCode(code)}`;
}
