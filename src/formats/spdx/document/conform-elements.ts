import type { Json, JsonObject } from '../../../model/document.js';
import { conform, type ConformSettings } from './conform.js';
import { isValidExpression } from '../mapping/expressions.js';
import { readLicense, writeLicenses } from '../mapping/licenses.js';
import { fileShape, packageShape, type Shape, snippetShape } from './shape.js';

/** Files of its document that a package holds. */
export interface HeldFiles {
  /** By the SHA1s of the files, where it is demanded and each of them is known. */
  readonly verificationCode: string | undefined;
}

/**
 * A package by the rules that go beyond its shape: the members that must be there, and files that were analysed or not
 * (SPDX 2.3, clauses 7.8, 7.9, 7.14: not analysed means no files and no findings in files; analysed means a
 * verification code in SPDX 2.2, which files are more telling than, and which is made of theirs where the package has
 * none).
 */
export function conformPackage(data: JsonObject, settings: ConformSettings, files: HeldFiles | undefined): JsonObject {
  const result = conform(data, packageShape, settings) ?? {};
  const { filesAnalyzed, packageVerificationCode: code } = result;
  const isAnalyzed = (filesAnalyzed ?? code !== undefined) === true;
  if (files || (isAnalyzed && (code !== undefined || settings.version.isCodeOptional))) {
    if (code === undefined || filesAnalyzed === false) result.filesAnalyzed = true;
    if (code === undefined && files?.verificationCode !== undefined)
      result.packageVerificationCode = { packageVerificationCodeValue: files.verificationCode };
    repairList(result, 'licenseInfoFromFiles');
    return result;
  }
  for (const name of findings) {
    if (result[name] === undefined) continue;
    settings.onLoss(name);
    delete result[name];
  }
  result.filesAnalyzed = false;
  return result;
}

const findings = ['packageVerificationCode', 'licenseInfoFromFiles'];

/** A file (clause 8), with the members that the version demands. */
export const conformFile = (data: JsonObject, settings: ConformSettings): JsonObject | undefined =>
  conformLicensed(data, fileShape, settings.version.fillers.file, settings);

/** A snippet (clause 9); one without a range says nothing of its file. */
export const conformSnippet = (data: JsonObject, settings: ConformSettings): JsonObject | undefined =>
  conformLicensed(data, snippetShape, settings.version.fillers.snippet, settings);

function conformLicensed(
  data: JsonObject,
  shape: Shape,
  fillers: Readonly<Record<string, Json>>,
  settings: ConformSettings,
): JsonObject | undefined {
  const input = { ...fillers, ...data };
  for (const name in fillers) if (isEmptyList(input[name]!)) input[name] = fillers[name]!;
  const result = conform(input, shape, settings);
  if (result === undefined) return undefined;
  if (fillers.checksums && isEmptyList(result.checksums!)) result.checksums = fillers.checksums;
  if (typeof result.licenseConcluded === 'string') result.licenseConcluded = validLicense(result.licenseConcluded);
  repairList(result, 'licenseInfoInFiles');
  repairList(result, 'licenseInfoInSnippets');
  return result;
}

const isEmptyList = (value: Json): boolean => Array.isArray(value) && value.length === 0;

function repairList(data: JsonObject, name: string): void {
  if (Array.isArray(data[name])) data[name] = data[name].map((text) => validLicense(String(text)));
}

/** Text that is no licence expression becomes the LicenseRef that `extractedLicenses` defines. */
function validLicense(text: string): string {
  if (isValidExpression(text)) return text;
  const read = readLicense('concluded', text);
  return (read && writeLicenses([read], 'concluded')) ?? 'NOASSERTION';
}
