import type { BomLicense } from '../model/document.js';
import { isLicenseRef, joinLicenses, LicenseError, licenseTerms, parseLicense } from '../model/license.js';
import { normalizeLicense, saysLicense } from '../model/license-normalization.js';

/** What a notice says of a component. */
export interface NoticeComponent {
  readonly name: string;
  readonly org: string;
  readonly version: string;
  readonly purl: string | null;
  readonly licenses: readonly BomLicense[];
  readonly copyright: string;
}

export interface NoticeEntry {
  /** "acme/anvil 1.0" in one line. */
  readonly title: string;
  readonly name: string;
  readonly version: string;
  readonly purl: string | null;
  /** As one expression where that is possible, else the words of the file; null: none is known. */
  readonly license: string | null;
  /** Empty if the file has none. */
  readonly copyright: string;
}

export interface NoticeText {
  /** The licence that it is the text of. */
  readonly title: string;
  readonly text: string;
  /** `file`: the text in the SBOM; `spdx`: that of the SPDX list, whose copyright lines are placeholders. */
  readonly source: 'file' | 'spdx';
  readonly components: readonly NoticeEntry[];
}

/** A licence of which nobody has the text. */
export interface MissingText {
  readonly license: string;
  readonly components: readonly NoticeEntry[];
}

/** How many things keep the notice from being complete. */
export const gapCount = ({ withoutLicense, withoutText, withoutCopyright, unreadFiles }: Notice): number =>
  withoutLicense.length + withoutText.length + withoutCopyright.length + unreadFiles;

/** What a notice without components says. */
export const noComponents = 'there are no components in it, so that it says nothing of what the product contains';

/** Attribution of the components of a product, and what is missing for it to be complete. */
export interface Notice {
  readonly components: readonly NoticeEntry[];
  readonly withoutLicense: readonly NoticeEntry[];
  readonly withoutText: readonly MissingText[];
  /** Neither a copyright line nor a text of their own, in which it may stand. */
  readonly withoutCopyright: readonly NoticeEntry[];
  readonly texts: readonly NoticeText[];
  /** How many components are withheld from its readers. */
  readonly withheldCount: number;
  /** Files of the source that nobody could read, and nobody accepted: components may be missing. */
  readonly unreadFiles: number;
}

/** Whose text is needed: an id of the SPDX list, a LicenseRef of the file, or something that neither has. */
interface Need {
  readonly kind: 'listed' | 'reference' | 'unknown';
  readonly name: string;
}

interface NamedLicense {
  readonly license: string;
  readonly needs: readonly Need[];
}

/** Collects what components are under; texts are looked up at the end, each once. */
export class NoticeCollector {
  private readonly entries: NoticeEntry[] = [];
  private readonly needs = new Map<string, { need: Need; entries: Set<NoticeEntry> }>();
  private readonly ownTexts = new Map<string, { title: string; entries: Set<NoticeEntry> }>();
  private readonly references = new Map<string, string>();
  private readonly named = new Map<string, NamedLicense>();
  private withheldCount = 0;

  /**
   * Licences that a person concluded come before declared ones. NOASSERTION and NONE say nothing. The text that the file
   * has for a licence counts, whichever of the two it stands with.
   */
  add(component: NoticeComponent): void {
    const given = component.licenses.filter((one) => one.text?.trim() || saysLicense(nameOf(one)));
    const concluded = given.filter(({ relation }) => relation === 'concluded');
    const licenses = concluded.length > 0 ? concluded : given;
    const named = licenses.map((license) => this.namedLicense(nameOf(license)));
    const entry = entryOf(component, joined(named.map(({ license }) => license)));
    this.entries.push(entry);
    const texts = new Map(
      given.flatMap((one) => (one.text?.trim() ? [[this.namedLicense(nameOf(one)).license, one.text]] : [])),
    );
    for (const [index, { text }] of licenses.entries()) {
      const own = text?.trim() ? text : texts.get(named[index]!.license);
      if (own !== undefined) this.addOwnText(named[index]!.license, own, entry);
      else for (const need of named[index]!.needs) this.addNeed(need, entry);
    }
  }

  /** Counts a component without a word of what it is. */
  withhold(): void {
    this.withheldCount += 1;
  }

  /** A text that the file has for one of its LicenseRefs. */
  addReference(id: string, text: string): void {
    if (isSaid(text)) this.references.set(id, text);
  }

  /** Ids of the SPDX list whose texts `finish` asks for. */
  listedIds(): string[] {
    return [...this.needs.values()].flatMap(({ need }) => (need.kind === 'listed' ? [need.name] : []));
  }

  /**
   * @param textOf text of a licence of the SPDX list; null: the list has none
   * @param unreadFiles files of the source that components may be missing of
   */
  finish(textOf: (id: string) => string | null, unreadFiles = 0): Notice {
    const texts: NoticeText[] = [...this.ownTexts].map(([text, { title, entries }]) => ({
      title,
      text,
      source: 'file',
      components: [...entries],
    }));
    const withOwnText = new Set([...this.ownTexts.values()].flatMap(({ entries }) => [...entries]));
    const withoutText: MissingText[] = [];
    for (const { need, entries } of this.needs.values()) {
      const components = [...entries];
      const source = need.kind === 'listed' ? 'spdx' : 'file';
      const text = need.kind === 'listed' ? textOf(need.name) : (this.references.get(need.name) ?? null);
      if (text === null) withoutText.push({ license: need.name, components });
      else texts.push({ title: need.name, text, source, components });
    }
    texts.sort((a, b) => (a.title < b.title ? -1 : Number(a.title > b.title)));
    return {
      components: this.entries,
      withoutLicense: this.entries.filter(({ license }) => license === null),
      withoutText,
      withoutCopyright: this.entries.filter((entry) => entry.copyright === '' && !withOwnText.has(entry)),
      texts,
      withheldCount: this.withheldCount,
      unreadFiles,
    };
  }

  private addNeed(need: Need, entry: NoticeEntry): void {
    const key = `${need.kind} ${need.name}`;
    const known = this.needs.get(key);
    if (known) known.entries.add(entry);
    else this.needs.set(key, { need, entries: new Set([entry]) });
  }

  private addOwnText(title: string, text: string, entry: NoticeEntry): void {
    const known = this.ownTexts.get(text);
    if (known) known.entries.add(entry);
    else this.ownTexts.set(text, { title, entries: new Set([entry]) });
  }

  /** Components have few different licences. */
  private namedLicense(text: string): NamedLicense {
    const known = this.named.get(text);
    if (known) return known;
    const license = normalizeLicense(text) ?? oneLine(text);
    const named = { license: license === '' ? 'unnamed licence' : license, needs: needsOf(license) };
    this.named.set(text, named);
    return named;
  }
}

function needsOf(license: string): Need[] {
  try {
    return licenseTerms(parseLicense(license)).flatMap(({ id, listed, exception }) => [
      { kind: listed ? 'listed' : isLicenseRef(id) ? 'reference' : 'unknown', name: id },
      // The SPDX list of exceptions comes without texts.
      ...(exception ? [{ kind: 'unknown' as const, name: `${exception} (exception)` }] : []),
    ]);
  } catch (error) {
    if (error instanceof LicenseError) return [{ kind: 'unknown', name: license }];
    throw error;
  }
}

const nameOf = ({ expression, id, name }: BomLicense): string => expression ?? id ?? name ?? '';

const isSaid = (text: string): boolean => !/^(?:\s*|NOASSERTION|NONE)$/i.test(text.trim());

/** Line breaks of a hostile name must not look like lines of the notice. */
export const oneLine = (text: string): string => text.replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').trim();

function entryOf({ name, org, version, purl, copyright }: NoticeComponent, license: string | null): NoticeEntry {
  const title = oneLine(`${[org, name].filter((part) => part !== '').join('/')} ${version}`) || 'unnamed component';
  return { title, name: oneLine(name), version: oneLine(version), purl, license, copyright: saidCopyright(copyright) };
}

const saidCopyright = (text: string): string => (isSaid(text) ? text.trim() : '');

function joined(licenses: readonly string[]): string | null {
  return joinLicenses([...new Set(licenses)], 'AND') || null;
}
