import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What outcomes depend on besides evidence and catalogue: the code that makes them and the trained model in it. */
const parts = ['resolution', 'model', 'catalog/catalog.repository'];

/** A digest of that code: another release, or a changed rule in a developer's build, has another version. */
export function engineVersion(source = join(import.meta.dirname, '../..')): string {
  const digest = createHash('sha256');
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((path) => parts.some((part) => path.startsWith(part)) && /\.[jt]s$/.test(path))
    .sort();
  for (const path of files) digest.update(`${path}\n`).update(readFileSync(join(source, path)));
  return digest.digest('hex');
}
