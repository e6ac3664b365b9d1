import { type Cpe, plainCpeValue } from '../cpe-name.js';

/** Forms of companies that a reporter writes behind a vendor's name, and dictionaries seldom. */
const legalForm =
  /(?<=.)(?:,_?|_|\s)(?:incorporated|inc|llc|ltd|limited|corporation|corp|company|co|gmbh|ag|plc|b\.?v|s\.?a|s\.?r\.?l|pty|(?:software_)?foundation)\.?$/u;

const separators = /[-_./\s]+/gu;

/**
 * Under which a product is found in whatever way a source spells it: sources that share one of them mean one product.
 * Separators, a vendor's legal form and its name in front of the product say nothing: "docker:desktop" and
 * "docker_inc.:docker_desktop" are "s:docker:desktop". A vendor that NVD made of the product's own name
 * ("uri-js_project:uri-js") says nothing either, so there the separators count: uri-js and urijs are two packages.
 * Software is one product as an application and as an operating system, hardware is another thing.
 * @param cpe plain or escaped. @returns one to three texts
 */
export function productNames(cpe: Pick<Cpe, 'part' | 'vendor' | 'product'>): string[] {
  const { part, vendor, product } = cpe;
  const kind = part.toLowerCase() === 'h' ? 'h' : 's';
  const [maker, name] = [plainCpeValue(vendor).toLowerCase(), plainCpeValue(product).toLowerCase()];
  const own = `${kind}::${name.replace(/[-_\s]+/g, '_')}`;
  const madeOf = /^(.+)[-_]project$/u.exec(maker)?.[1];
  if (madeOf !== undefined && letters(madeOf) === letters(name)) return [own];
  const makers = new Set([letters(maker), letters(withoutLegalForm(maker))]);
  const shortest = [...makers].at(-1)!;
  const spelled = [withoutMaker(name, makers), name].map((one) => `${kind}:${shortest}:${letters(one)}`);
  return [...new Set(shortest === letters(name) ? [...spelled, own] : spelled)];
}

function withoutLegalForm(maker: string): string {
  for (let text = maker; ;) {
    const shorter = text.replace(legalForm, '');
    if (shorter === text) return text;
    text = shorter;
  }
}

/** Without separators, but for those between digits: 1.10 is not 11.0. */
const letters = (text: string): string =>
  text.replace(separators, (separator: string, at: number) =>
    /\d/.test(text[at - 1] ?? '') && /\d/.test(text[at + separator.length] ?? '') ? '.' : '',
  );

/** The product without its maker's name before it; the whole where nothing else is left. */
function withoutMaker(name: string, makers: ReadonlySet<string>): string {
  for (const { index, 0: separator } of name.matchAll(separators)) {
    const rest = name.slice(index + separator.length);
    if (rest !== '' && makers.has(letters(name.slice(0, index)))) return rest;
  }
  return name;
}
