import { type Cpe, plainCpeValue } from '../../model/cpe-name.js';
import { maxVersionLength } from '../../model/versions/scheme.js';
import { compareVersions } from '../../model/versions/versions.js';

/** A version with its update taken apart: 1.8.0 update 201. */
export interface UpdatedVersion {
  readonly base: string;
  readonly word: string;
  readonly number: string;
}

const words: Readonly<Record<string, string>> = { u: 'update', upd: 'update', patch: 'p', pl: 'p', hf: 'hotfix' };
const wordedUpdate = /(?<=\d)[\s._-]*(update|upd|u|patch|pl|p|sp|hotfix|hf)[\s._-]*(\d+)$/i;
/** Java writes update 201 as `1.8.0_201`, and may add the build. */
const javaUpdate = /^(\d+(?:\.\d+)+)_(\d+)(?:-b\d+)?$/;

/** Null where the text has no update that its word shows. */
export function updatedVersion(text: string): UpdatedVersion | null {
  if (text.length > maxVersionLength) return null;
  const java = javaUpdate.exec(text);
  if (java) return { base: java[1]!, word: 'update', number: java[2]! };
  const worded = wordedUpdate.exec(text);
  if (!worded) return null;
  const word = worded[1]!.toLowerCase();
  return { base: text.slice(0, worded.index), word: words[word] ?? word, number: worded[2]! };
}

/**
 * The texts that a version is compared by: with a CPE that states an update also the version with it, because an entity's
 * version is without.
 */
export function comparedTexts(text: string, cpe: Cpe | null): readonly string[] {
  const update = cpe ? plainCpeValue(cpe.update) : '';
  return update === '' ? [text] : [text, `${plainCpeValue(cpe!.version) || text}-${update}`];
}

/** Whether the update comes after the version itself, as a patch does and a release candidate does not. */
export const isLaterUpdate = (version: string, update: string): boolean =>
  compareVersions('generic', `${version}-${update}`, version) > 0;
