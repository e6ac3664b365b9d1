import type { Json, JsonObject } from '../../../model/document.js';
import { objectsOf } from '../../../model/json.js';
import { conformToSpec } from '../../schema/conform-to-spec.js';
import type { ObjectSchema } from '../../schema/schema.js';
import { isValidExpression } from '../../shared/license-expressions.js';
import { readSpdxLicense, writeSpdxLicenses } from '../../shared/spdx-licenses.js';
import { fileSchema, packageSchema, snippetSchema } from './schema.js';
import { spdx2Version, unknownChecksum, type Spdx2Target } from './versions.js';

/** The files of a package. */
export interface ContainedFiles {
  /** Of the files, where the version requires one and each SHA1 is known. */
  readonly verificationCode: string | undefined;
}

/**
 * A package by its schema and the rules for analysed files (SPDX 2.3, clauses 7.8, 7.9, 7.14). Not analysed means no
 * files and no findings in files. Analysed requires a verification code in SPDX 2.2; where the package has none, it
 * is computed from its files.
 */
export function conformPackage(data: JsonObject, target: Spdx2Target, files: ContainedFiles | undefined): JsonObject {
  const result = conformToSpec(data, packageSchema, target) ?? {};
  const { filesAnalyzed, packageVerificationCode: code } = result;
  const isAnalyzed = (filesAnalyzed ?? code !== undefined) === true;
  if (files || (isAnalyzed && (code !== undefined || spdx2Version(target.version).isCodeOptional))) {
    if (code === undefined || filesAnalyzed === false) result.filesAnalyzed = true;
    if (code === undefined && files?.verificationCode !== undefined)
      result.packageVerificationCode = { packageVerificationCodeValue: files.verificationCode };
    repairLicenses(result, 'licenseInfoFromFiles');
    return result;
  }
  for (const name of fileFindings) {
    if (result[name] === undefined) continue;
    target.onLoss(name);
    delete result[name];
  }
  result.filesAnalyzed = false;
  return result;
}

const fileFindings = ['packageVerificationCode', 'licenseInfoFromFiles'];

/** A file (clause 8), with the defaults of the version. */
export function conformFile(data: JsonObject, target: Spdx2Target): JsonObject | undefined {
  const result = conformLicensed(data, fileSchema, spdx2Version(target.version).defaults.file, target);
  // The placeholder looks like a hash of the file.
  if (result !== undefined && isUnknown(result.checksums) && !isUnknown(data.checksums)) target.onLoss('SHA-1');
  return result;
}

const isUnknown = (checksums: Json | undefined): boolean =>
  objectsOf(checksums).some(({ checksumValue }) => checksumValue === unknownChecksum[0]!.checksumValue);

/** A snippet (clause 9), with the defaults of the version. */
export const conformSnippet = (data: JsonObject, target: Spdx2Target): JsonObject | undefined =>
  conformLicensed(data, snippetSchema, spdx2Version(target.version).defaults.snippet, target);

function conformLicensed(
  data: JsonObject,
  schema: ObjectSchema,
  fillers: Readonly<Record<string, Json>>,
  target: Spdx2Target,
): JsonObject | undefined {
  const input = { ...fillers, ...data };
  for (const name in fillers) if (isEmptyList(input[name]!)) input[name] = fillers[name]!;
  const result = conformToSpec(input, schema, target);
  if (result === undefined) return undefined;
  if (fillers.checksums && isEmptyList(result.checksums!)) result.checksums = fillers.checksums;
  if (typeof result.licenseConcluded === 'string') result.licenseConcluded = validLicense(result.licenseConcluded);
  repairLicenses(result, 'licenseInfoInFiles');
  repairLicenses(result, 'licenseInfoInSnippets');
  return result;
}

const isEmptyList = (value: Json): boolean => Array.isArray(value) && value.length === 0;

function repairLicenses(data: JsonObject, name: string): void {
  if (Array.isArray(data[name])) data[name] = data[name].map((text) => validLicense(String(text)));
}

/** Text that is no licence expression becomes a LicenseRef, which `extractedLicenses` defines. */
function validLicense(text: string): string {
  if (isValidExpression(text)) return text;
  const read = readSpdxLicense('concluded', text);
  return (read && writeSpdxLicenses([read], 'concluded')) ?? 'NOASSERTION';
}
