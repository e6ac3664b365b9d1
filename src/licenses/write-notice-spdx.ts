import { createHash } from 'node:crypto';
import { groupBy } from '../model/group-by.js';
import { isLicenseRef, LicenseError, licenseTerms, parseLicense } from '../model/license.js';
import { gapCount, noComponents, oneLine, type Notice, type NoticeEntry, type NoticeText } from './notice.js';
import type { NoticeProduct } from './write-notice.js';

export interface SpdxNoticeOptions {
  /** Namespace of the document, an IRI. */
  readonly namespace: string;
  /** ISO 8601. */
  readonly created: string;
  readonly tool: string;
}

/** A licence that SPDX does not list; text null: there is none. */
interface ExtractedLicense {
  readonly name: string;
  readonly text: string | null;
}

/** LicenseRefs by their ids, and the texts of the file by the licence that each is of. */
interface NoticeTexts {
  readonly extracted: Map<string, ExtractedLicense>;
  readonly own: ReadonlyMap<string, readonly NoticeText[]>;
  readonly ofEntry: ReadonlyMap<NoticeEntry, readonly NoticeText[]>;
}

/**
 * The notice as an SPDX 2.3 document in tag-value, in chunks. A licence that is no expression of listed licences becomes
 * a LicenseRef with the text that there is, or NOASSERTION. Listed licences have no text in SPDX: that of the file is an
 * attribution of the package.
 */
export function* noticeSpdx(notice: Notice, product: NoticeProduct, options: SpdxNoticeOptions): Iterable<string> {
  const texts = textsOf(notice);
  yield [
    'SPDXVersion: SPDX-2.3',
    'DataLicense: CC0-1.0',
    'SPDXID: SPDXRef-DOCUMENT',
    `DocumentName: Notice of ${oneLine(`${product.name} ${product.version}`)}`,
    `DocumentNamespace: ${options.namespace}`,
    `Creator: Tool: ${options.tool}`,
    `Created: ${options.created.replace(/\.\d+Z$/, 'Z')}`,
    ...commentOf(notice).map((text) => `DocumentComment: <text>Incomplete: ${text}</text>`),
  ].join('\n');
  yield '\n';
  for (const [index, entry] of notice.components.entries()) yield packageOf(entry, index + 1, texts);
  for (const [id, { name, text }] of texts.extracted)
    yield `\nLicenseID: ${id}\nExtractedText: ${textBlock(text ?? 'NOASSERTION')}\nLicenseName: ${oneLine(name)}\n`;
}

/** What keeps the notice from being complete; none if nothing does. */
function commentOf(notice: Notice): string[] {
  const { components, withoutLicense, withoutText, withoutCopyright, unreadFiles } = notice;
  const unread = unreadFiles > 0 ? ` ${unreadFiles} files were not read, so that components may be missing.` : '';
  if (components.length === 0) return [`${noComponents}.${unread}`];
  if (gapCount(notice) === 0) return [];
  return [
    `${withoutLicense.length} components without a known licence, ${withoutText.length} licences without a text, ${withoutCopyright.length} components without a copyright line.${unread}`,
  ];
}

function textsOf({ texts }: Notice): NoticeTexts {
  const extracted = new Map<string, ExtractedLicense>();
  const own = groupBy(
    texts.filter(({ source }) => source === 'file'),
    ({ title }) => title,
  );
  for (const [title, of] of own) if (isLicenseRef(title)) extracted.set(title, { name: title, text: joined(of) });
  const ofEntry = new Map<NoticeEntry, NoticeText[]>();
  for (const text of [...own.values()].flat())
    for (const entry of text.components) {
      const known = ofEntry.get(entry);
      if (known) known.push(text);
      else ofEntry.set(entry, [text]);
    }
  return { extracted, own, ofEntry };
}

const joined = (texts: readonly NoticeText[]): string => texts.map(({ text }) => text).join('\n\n');

function packageOf(entry: NoticeEntry, number: number, texts: NoticeTexts): string {
  const { name, version, purl, license, copyright, title } = entry;
  const id = `SPDXRef-Package-${number}`;
  const lines = [
    `PackageName: ${name || title}`,
    `SPDXID: ${id}`,
    ...(version === '' ? [] : [`PackageVersion: ${version}`]),
    'PackageDownloadLocation: NOASSERTION',
    'FilesAnalyzed: false',
    'PackageLicenseConcluded: NOASSERTION',
    `PackageLicenseDeclared: ${license === null ? 'NOASSERTION' : expressionOf(license, texts)}`,
    `PackageCopyrightText: ${copyright === '' ? 'NOASSERTION' : textBlock(copyright)}`,
    ...attributionsOf(entry, texts).map((text) => `PackageAttributionText: ${textBlock(text)}`),
    ...(purl === null ? [] : [`ExternalRef: PACKAGE-MANAGER purl ${purl}`]),
  ];
  return `\n${lines.join('\n')}\nRelationship: SPDXRef-DOCUMENT DESCRIBES ${id}\n`;
}

/** Texts of the file that stand at no LicenseRef. */
function attributionsOf(entry: NoticeEntry, { ofEntry }: NoticeTexts): string[] {
  const isExtracted = ({ title }: NoticeText): boolean =>
    isLicenseRef(title) || (title === entry.license && !isSpdxExpression(title));
  return (ofEntry.get(entry) ?? []).filter((one) => !isExtracted(one)).map(({ text }) => text);
}

function expressionOf(license: string, { extracted, own }: NoticeTexts): string {
  if (isSpdxExpression(license)) {
    for (const { id, listed } of termsOf(license) ?? [])
      if (!listed && !extracted.has(id)) extracted.set(id, { name: id, text: null });
    return license;
  }
  const id = `LicenseRef-${createHash('sha256').update(license).digest('hex').slice(0, 16)}`;
  const texts = own.get(license);
  if (!extracted.has(id)) extracted.set(id, { name: license, text: texts ? joined(texts) : license });
  return id;
}

const isSpdxExpression = (license: string): boolean =>
  termsOf(license)?.every(({ id, listed }) => listed || isLicenseRef(id)) ?? false;

function termsOf(license: string) {
  try {
    return licenseTerms(parseLicense(license));
  } catch (error) {
    if (error instanceof LicenseError) return null;
    throw error;
  }
}

/** The end mark of a text must not occur in it. */
const textBlock = (text: string): string => `<text>${text.replaceAll('</text>', '<\\/text>')}</text>`;
