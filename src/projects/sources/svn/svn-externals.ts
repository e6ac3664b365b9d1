import { joinPath } from '../../../manifests/paths.js';
import { childrenOf, readXmlFile } from '../../../manifests/reading/xml-file.js';
import type { PathTexts } from '../source-location.js';

const maxExternals = 10_000;
const notFollowed = 'It is an external of Subversion (svn:externals), which is not followed';

/**
 * The folders and files of externals, from the answer of `svn propget -R --xml`, by their path below `address`.
 *
 * @throws FormatError if it is no XML
 */
export async function externalsOf(xml: string, address: string): Promise<PathTexts> {
  const found: [path: string, message: string][] = [];
  const top = decoded(address).replace(/\/+$/, '');
  for (const target of childrenOf(await readXmlFile(Buffer.from(xml)), 'target')) {
    const path = decoded(target.attribute('path') ?? '');
    const folder = path.startsWith(`${top}/`) ? path.slice(top.length + 1) : '';
    for (const { text } of childrenOf(target, 'property'))
      for (const line of text.split('\n'))
        if (/^\s*[^\s#]/.test(line) && found.length < maxExternals)
          found.push([joinPath(folder, targetOf(line)) || folder, notFollowed]);
  }
  return found;
}

/** Where an external is laid: `[-r REV] URL[@PEG] PATH`, or before Subversion 1.5 `PATH [-r REV] URL`. */
function targetOf(line: string): string {
  const words = [...line.replace(/-r\s*\S+/, '').matchAll(/"([^"]*)"|((?:\\.|[^\s"])+)/g)].map(
    ([, quoted, plain = '']) => quoted ?? plain.replace(/\\(.)/g, '$1'),
  );
  const [first = '', second = ''] = words;
  return /^(?:[a-z][a-z+]*:\/\/|\^?\/|\.\.\/)/i.test(first) ? second : first;
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}
