import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { listedLicense } from '../../model/license.js';
import { projectRoot } from '../../platform/project-root.js';

const require = createRequire(join(projectRoot, 'package.json'));

/** One file per licence: all texts together would take 5 MB. */
const folder = join(dirname(require.resolve('spdx-license-list')), 'licenses');

const texts = new Map<string, Promise<string | null>>();

/** Text of a licence of the SPDX list; null where the list at hand has none. */
export function listedLicenseText(id: string): Promise<string | null> {
  const listed = listedLicense(id);
  if (listed === undefined) return Promise.resolve(null);
  const known = texts.get(listed) ?? read(listed);
  texts.set(listed, known);
  return known;
}

async function read(id: string): Promise<string | null> {
  try {
    const { licenseText } = JSON.parse(await readFile(join(folder, `${id}.json`), 'utf8')) as { licenseText?: string };
    return licenseText?.trim() ? licenseText : null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
