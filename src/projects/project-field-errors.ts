import type { FieldErrors } from '../model/errors.js';
import { joinPath } from '../manifests/paths.js';
import { anyHost } from '../platform/egress/egress-url.js';
import { checkSource, projectTypes, type ProjectType } from './project-source.js';
import { mask } from './projects.view.js';
import { InvalidSshKeyError, keyFingerprint } from './ssh-fingerprint.js';

const maxGlobs = 100;
const maxGlobLength = 512;

/** What is wrong with lists of globs. */
export function globErrors(lists: Readonly<Record<'include_paths' | 'exclude_paths', readonly string[]>>): FieldErrors {
  const errors: FieldErrors = {};
  for (const [field, globs] of Object.entries(lists)) {
    if (globs.length > maxGlobs) errors[field] = `may hold at most ${maxGlobs} globs`;
    const wrong = globs.findIndex((glob) => glob === '' || glob.length > maxGlobLength || glob.startsWith('/') || joinPath('', glob) === null); // prettier-ignore
    if (wrong >= 0)
      errors[`${field}.${wrong}`] =
        `must be a path in the source, with * and **, of at most ${maxGlobLength} characters`;
  }
  return errors;
}

/** The fingerprint of a deploy key, empty with an error where it is none. */
export function deployKeyFingerprint(type: ProjectType, key: string): { fingerprint: string; errors: FieldErrors } {
  if (type !== 'git') return { fingerprint: '', errors: { deploy_key: 'is allowed for projects of type git only' } };
  try {
    return { fingerprint: keyFingerprint(key), errors: {} };
  } catch (error) {
    if (!(error instanceof InvalidSshKeyError)) throw error;
    return { fingerprint: '', errors: { deploy_key: error.message } };
  }
}

/** The same of a project that is changed: what is left out stays as it is. */
export function changedProjectErrors(body: Readonly<Record<string, unknown>>): FieldErrors {
  const isWhole = body.type === 'source_unavailable' || Boolean(body.source);
  return newProjectErrors(isWhole ? body : { ...body, type: undefined });
}

/**
 * What is wrong with fields of a new project that depend on one another, while others are wrong by themselves: any value
 * may be of any type. Addresses that the operator has opened are known later.
 */
export function newProjectErrors(body: Readonly<Record<string, unknown>>): FieldErrors {
  const text = (name: string): string => (typeof body[name] === 'string' ? body[name] : '');
  const texts = (name: string): string[] => {
    const list = body[name];
    return Array.isArray(list) && list.every((one) => typeof one === 'string') ? list : [];
  };
  const globs = globErrors({ include_paths: texts('include_paths'), exclude_paths: texts('exclude_paths') });
  const type = projectTypes.find((known) => known === body.type);
  if (!type) return globs;
  const key = text('deploy_key');
  return {
    ...globs,
    ...checkSource(type, { source: text('source'), branch: text('branch') }, anyHost).errors,
    ...(key !== '' && key !== mask && deployKeyFingerprint(type, key).errors),
  };
}
