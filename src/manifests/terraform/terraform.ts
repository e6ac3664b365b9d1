import type { ContentsBuilder } from '../contents-builder.js';
import type { ManifestFile, ManifestKind } from '../manifest-kind.js';
import { withoutCredentials } from '../credentials.js';
import { folderOf, joinPath } from '../paths.js';
import { remoteSource } from '../reading/remote-source.js';
import { codeTokens, type CodeToken } from '../reading/code-tokens.js';
import { manifestText } from '../reading/text-file.js';

/** Configuration of Terraform and OpenTofu: required providers, and modules, which no lock file has. */
export const terraform: ManifestKind = {
  id: 'terraform',
  ecosystem: 'terraform',
  nature: 'declared',
  files: ['*.tf', '*.tofu'],
  matches: (path) => /\.(?:tf|tofu)$/.test(path),
  read,
};

const syntax = { comments: ['#', '//'], hasBlockComments: true, quotes: '"', hasHeredocs: true };
const maxDepth = 100;
const defaultHosts = new Set(['registry.terraform.io', 'registry.opentofu.org']);

/** A block, or an object as value: its type, labels and literal attributes. */
interface Block {
  readonly name: string;
  readonly label: string;
  readonly line: number;
  readonly attributes: Map<string, string>;
}

async function read(file: ManifestFile, out: ContentsBuilder): Promise<void> {
  const project = out.addProject(folderOf(file.path));
  for (const { block, parents } of blocksOf(await manifestText(file.bytes))) {
    const isModule = block.name === 'module' && parents.length === 0;
    if (isModule) addModule(block, { project, file, out });
    if (parents.at(-1)?.name !== 'required_providers') continue;
    out.addDependency(project, addProvider(block, out), 'build');
  }
}

/** Each block when it ends, with the blocks around it. */
function* blocksOf(code: string): Iterable<{ block: Block; parents: readonly Block[] }> {
  const open: Block[] = [];
  let tokens: CodeToken[] = [];
  for (const token of codeTokens(code, syntax)) {
    const isBrace = token.kind === 'sign' && '{}'.includes(token.text);
    const isSeparator = token.kind === 'end' || (token.kind === 'sign' && token.text === ',');
    if (!isBrace && !isSeparator) {
      if (tokens.length < maxDepth) tokens.push(token);
      continue;
    }
    setAttribute(open.at(-1), tokens);
    if (token.text === '{' && open.length < maxDepth) open.push(blockOf(tokens, token.line));
    if (token.text === '}') {
      const block = open.pop();
      if (block) yield { block, parents: open };
    }
    tokens = [];
  }
}

/** `module "x"`, or `aws =`. */
const blockOf = (tokens: readonly CodeToken[], line: number): Block => ({
  name: tokens[0]?.text ?? '',
  label: tokens.find(({ kind }) => kind === 'text')?.text ?? '',
  line: tokens[0]?.line ?? line,
  attributes: new Map(),
});

/** `name = "literal"` or `name : "literal"` */
function setAttribute(block: Block | undefined, [name, equals, value, ...more]: readonly CodeToken[]): void {
  if (!block || !name || !equals || !value || more.length > 0 || !/^[=:]$/.test(equals.text)) return;
  block.attributes.set(name.text, value.kind === 'text' ? value.text : '');
}

const isExact = (version: string): boolean => /^=?\s*v?\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version);

function versionOf(requested: string): { version: string; requirement?: string } {
  if (isExact(requested)) return { version: requested.replace(/^=?\s*/, '') };
  return { version: '', ...(requested !== '' && { requirement: requested }) };
}

/** Without source a provider is of HashiCorp. */
function addProvider({ name, line, attributes }: Block, out: ContentsBuilder): string | null {
  const address = (attributes.get('source') || `hashicorp/${name}`).split('/');
  const provider = address.pop()!;
  const group = address.pop() ?? 'hashicorp';
  const host = address.pop() ?? '';
  const { version, requirement } = versionOf(attributes.get('version') ?? '');
  const qualifiers = { repository_url: defaultHosts.has(host) ? '' : host };
  const purl = { type: 'terraform', namespace: group, name: provider, version, qualifiers };
  return out.addComponent({
    ecosystem: 'terraform',
    group,
    name: provider,
    version,
    ...(requirement !== undefined && { requirement }),
    purl,
    line,
  });
}

interface Place {
  readonly project: string;
  readonly file: ManifestFile;
  readonly out: ContentsBuilder;
}

/** Sources of modules (developer.hashicorp.com, "Module Sources"): a folder, a registry, a repository, an archive. */
function addModule({ label, line, attributes }: Block, { project, file, out }: Place): void {
  const source = attributes.get('source') ?? '';
  if (/^\.{1,2}\//.test(source)) {
    const path = joinPath(folderOf(file.path), source);
    if (path !== null) out.addDependency(project, out.addProject(path));
    return;
  }
  const { version, requirement } = versionOf(attributes.get('version') ?? '');
  const [, host = '', namespace = '', name = '', target = ''] =
    /^(?:([\w-]+(?:\.[\w-]+)+(?::\d+)?)\/)?([\w-]+)\/([\w-]+)\/([\w-]+)(?:\/\/.*)?$/.exec(source) ?? [];
  const isHosted = /^(?:github\.com|bitbucket\.org)$/.test(host);
  if (namespace !== '' && !isHosted) {
    const qualifiers = { repository_url: defaultHosts.has(host) ? '' : host };
    const group = `${namespace}/${name}`;
    const purl = { type: 'terraform', namespace: group, name: target, version, qualifiers };
    const request = requirement === undefined ? {} : { requirement };
    const found = { ecosystem: 'terraform', group, name: target, version, ...request, purl, line };
    out.addDependency(project, out.addComponent(found), 'build');
    return;
  }
  const remote = remoteSource(source, label, line);
  if (remote) out.addDependency(project, out.addComponent(remote), 'build');
  else
    out.addWarning(line, `The source of module ${label.slice(0, 80)} is computed, or no address: ${withoutCredentials(source).slice(0, 80)}`); // prettier-ignore
}
