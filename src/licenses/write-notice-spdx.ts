import { createHash } from 'node:crypto';
import { isLicenseRef, LicenseError, licenseTerms, parseLicense } from '../model/license.js';
import { gapCount, oneLine, type Notice, type NoticeEntry } from './notice.js';
import type { NoticeProduct } from './write-notice.js';

export interface SpdxNoticeOptions {
  /** Namespace of the document, an IRI. */
  readonly namespace: string;
  /** ISO 8601. */
  readonly created: string;
  readonly tool: string;
}

/**
 * The notice as an SPDX 2.3 document in tag-value, in chunks. A licence that is no expression of listed licences becomes
 * a LicenseRef with the text that there is, or NOASSERTION.
 */
export function* noticeSpdx(notice: Notice, product: NoticeProduct, options: SpdxNoticeOptions): Iterable<string> {
  const texts = new Map<string, { name: string; text: string | null }>();
  for (const { title, text } of notice.texts) if (isLicenseRef(title)) texts.set(title, { name: title, text });
  const gaps = gapCount(notice);
  yield [
    'SPDXVersion: SPDX-2.3',
    'DataLicense: CC0-1.0',
    'SPDXID: SPDXRef-DOCUMENT',
    `DocumentName: Notice of ${oneLine(`${product.name} ${product.version}`)}`,
    `DocumentNamespace: ${options.namespace}`,
    `Creator: Tool: ${options.tool}`,
    `Created: ${options.created.replace(/\.\d+Z$/, 'Z')}`,
    ...(gaps > 0
      ? [`DocumentComment: <text>Incomplete: ${notice.withoutLicense.length} components without a known licence, ${notice.withoutText.length} licences without a text, ${notice.withoutCopyright.length} components without a copyright line.</text>`] // prettier-ignore
      : []),
  ].join('\n');
  yield '\n';
  for (const [index, entry] of notice.components.entries()) yield packageOf(entry, index + 1, texts);
  for (const [id, { name, text }] of texts)
    yield `\nLicenseID: ${id}\nExtractedText: ${textBlock(text ?? 'NOASSERTION')}\nLicenseName: ${oneLine(name)}\n`;
}

function packageOf(
  { name, version, purl, license, copyright, title }: NoticeEntry,
  number: number,
  texts: Map<string, { name: string; text: string | null }>,
): string {
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
    ...(purl === null ? [] : [`ExternalRef: PACKAGE-MANAGER purl ${purl}`]),
  ];
  return `\n${lines.join('\n')}\nRelationship: SPDXRef-DOCUMENT DESCRIBES ${id}\n`;
}

function expressionOf(license: string, texts: Map<string, { name: string; text: string | null }>): string {
  const terms = termsOf(license);
  if (terms && terms.every(({ id, listed }) => listed || isLicenseRef(id))) {
    for (const { id, listed } of terms) if (!listed && !texts.has(id)) texts.set(id, { name: id, text: null });
    return license;
  }
  const id = `LicenseRef-${createHash('sha256').update(license).digest('hex').slice(0, 16)}`;
  if (!texts.has(id)) texts.set(id, { name: license, text: license });
  return id;
}

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
