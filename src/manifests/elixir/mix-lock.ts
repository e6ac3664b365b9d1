import type { ContentsBuilder } from '../contents-builder.js';
import type { ManifestFile, ManifestKind } from '../manifest-kind.js';
import { baseName, folderOf } from '../paths.js';
import { manifestText } from '../reading/text-file.js';
import { RefsByName } from '../refs-by-name.js';
import { requestsBeside } from './mix-exs.js';
import { parseTerm, type Term } from './terms.js';
import { sha256Hashes } from '../sha256.js';

/** mix.lock of Elixir: a map with one entry per line. What is direct, and what for, only the mix.exs beside it says. */
export const mixLock: ManifestKind = {
  id: 'mix-lock',
  ecosystem: 'hex',
  nature: 'locked',
  files: ['mix.lock'],
  matches: (path) => baseName(path) === 'mix.lock',
  read,
};

const maxLineLength = 65_536;

async function read(file: ManifestFile, out: ContentsBuilder): Promise<void> {
  const byName = new RefsByName();
  // A repository of Git has no list of needs: they are in its mix.exs.
  const entries: [ref: string | null, needs: Term | undefined][] = [];
  for (const [index, raw] of (await manifestText(file.bytes)).split('\n').entries()) {
    const line = raw.slice(0, maxLineLength).trim();
    if (line === '' || line === '%{' || line === '}' || line.startsWith('#')) continue;
    const entry = /^(?:%\{\s*)?"([^"\\]{1,200})":\s*(\{.*)$/.exec(line);
    const term = entry ? parseTerm(entry[2]!) : null;
    if (!entry || !Array.isArray(term)) {
      out.addLoss(index + 1, `This line is none of a mix.lock: ${line.slice(0, 80)}`);
      continue;
    }
    const ref = add(entry[1]!, term as readonly Term[], index + 1, out);
    byName.add(entry[1]!, '', ref);
    entries.push([ref, (term as readonly Term[])[5]]);
  }
  for (const [ref, needs] of entries) {
    if (Array.isArray(needs)) out.addNeeds(ref, needs.length);
    for (const need of Array.isArray(needs) ? (needs as readonly Term[]) : [])
      for (const to of byName.find(text(need[0])))
        out.addDependency(ref, to, isOptional(need) ? 'optional' : 'runtime');
  }
  const requests = await requestsBeside(file);
  if (requests === null) return;
  const project = out.addProject(folderOf(file.path));
  for (const [name, scope] of requests) for (const to of byName.find(name)) out.addDependency(project, to, scope);
}

const text = (term: Term | undefined): string => (typeof term === 'string' ? term : '');

/** `{:plug, "~> 1.0", [hex: :plug, repo: "hexpm", optional: true]}` */
function isOptional(need: Term): boolean {
  const options = Array.isArray(need) ? (need as readonly Term[])[2] : undefined;
  return Array.isArray(options) && options[options.indexOf('optional') + 1] === 'true' && options.includes('optional');
}

/**
 * `{:hex, :name, "version", "inner", [managers], [dependencies], "repository", "outer"}`: the outer checksum is that of
 * the archive. `{:git, "address", "commit", [options]}`.
 */
function add(key: string, term: readonly Term[], line: number, out: ContentsBuilder): string | null {
  const [kind, second, third] = term.map(text);
  if (kind === 'git') {
    const vcs = `git+${second ?? ''}@${third ?? ''}`;
    const purl = { type: 'hex', name: key, qualifiers: { vcs_url: vcs } };
    return out.addComponent({ ecosystem: 'hex', name: key, purl, references: [{ type: 'vcs', url: vcs }], line });
  }
  const name = second || key;
  const version = third ?? '';
  const repository = text(term[6]);
  // Organizations of hex.pm are separate repositories: "hexpm:acme".
  const group = repository.startsWith('hexpm:') ? repository.slice('hexpm:'.length) : '';
  // Of another repository only the name is known: its address is in the configuration of Hex.
  const qualifiers = { repository_url: /^(?:hexpm(?::.*)?)?$/.test(repository) ? '' : repository };
  const outer = text(term[7]);
  return out.addComponent({
    ecosystem: 'hex',
    group,
    name,
    version,
    purl: { type: 'hex', namespace: group, name, version, qualifiers },
    hashes: sha256Hashes(outer),
    line,
  });
}
