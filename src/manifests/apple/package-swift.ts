import { repositoryOrNull } from '../../model/repository.js';
import type { ContentsBuilder } from '../contents-builder.js';
import type { ManifestFile, ManifestKind } from '../manifest-kind.js';
import { baseName, folderOf, joinPath } from '../paths.js';
import { lineCounter, manifestText } from '../reading/text-file.js';

/** Package.swift where no Package.resolved is: addresses that stand in it as literals. It is a program and is not run. */
export const packageSwift: ManifestKind = {
  id: 'package-swift',
  ecosystem: 'swift',
  nature: 'declared',
  files: ['Package.swift'],
  coveredBy: ['package-resolved'],
  matches: (path) => baseName(path) === 'Package.swift',
  read,
};

const request = /\.package\(\s{0,200}(?:name:\s{0,20}"[^"\n]{0,200}",\s{0,200})?url:\s{0,20}"([^"\n]{1,1000})"\s{0,20},([^()\n]{0,300}(?:\([^()\n]{0,200}\))?)/g; // prettier-ignore

const localRequest = /\.package\(\s{0,200}(?:name:\s{0,20}"[^"\n]{0,200}",\s{0,200})?path:\s{0,20}"([^"\n]{1,1000})"/g;

async function read(file: ManifestFile, out: ContentsBuilder): Promise<void> {
  const text = await manifestText(file.bytes);
  const lineAt = lineCounter(text);
  const project = out.addProject(folderOf(file.path));
  for (const [, local = ''] of text.matchAll(localRequest))
    out.addProject(joinPath(folderOf(file.path), local) ?? local);
  for (const match of text.matchAll(request)) {
    const [, url = '', asked = ''] = match;
    const line = lineAt(match.index);
    const repository = repositoryOrNull(url.endsWith('.git') ? url : `${url}.git`);
    const exact = /\bexact:?\s*\(?\s*"([^"]{1,100})"/.exec(asked)?.[1] ?? '';
    const requested = asked.replace(/\s+/g, ' ').trim().replace(/\)$/, '');
    const requirement = exact === '' && requested !== '' ? { requirement: requested } : {};
    if (!repository) {
      out.addWarning(line, `The address ${url.slice(0, 80)} is no repository`);
      continue;
    }
    const purl = { type: 'swift', namespace: `${repository.host}/${repository.owner}`, name: repository.name, version: exact }; // prettier-ignore
    const references = [{ type: 'vcs', url: `git+${url}` }];
    const found = { ecosystem: 'swift', name: repository.name, version: exact, ...requirement, purl, references, line };
    out.addDependency(project, out.addComponent(found));
  }
}
