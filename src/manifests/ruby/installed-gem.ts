import type { ContentsBuilder } from '../contents-builder.js';
import { joinLicenses } from '../../model/license.js';
import type { ManifestFile, ManifestKind } from '../manifest-kind.js';
import { manifestText } from '../reading/text-file.js';

/** The specification of an installed gem. It is a program and is not run: RubyGems writes what it is into a comment. */
export const installedGem: ManifestKind = {
  id: 'gem-installed',
  ecosystem: 'gem',
  nature: 'locked',
  files: ['specifications/*.gemspec', 'specifications/default/*.gemspec'],
  matches: (path) => /(?:^|\/)specifications\/(?:default\/)?[^/]+\.gemspec$/.test(path),
  read,
};

/** `# stub: name version platform folders` (rubygems, stub_specification.rb). */
const stub = /^# stub: (\S{1,200}) (\d\S{0,200}) (\S{1,200}) /m;
const maxHead = 65_536;
const space = 0x20;

async function read({ bytes }: ManifestFile, out: ContentsBuilder): Promise<void> {
  // RubyGems puts NUL between several folders, and between several extensions.
  const head = (await manifestText(bytes.map((byte) => byte || space))).slice(0, maxHead);
  const [, name, version = '', platform] = stub.exec(head) ?? [];
  if (name === undefined)
    return out.addLoss(1, 'A specification of a gem has no "# stub:" line, so its gem is left out');
  const written = /^ {1,8}s\.licenses = \[([^\]\n]{0,2000})\]/m.exec(head)?.[1] ?? '';
  const license = joinLicenses([...written.matchAll(/"([^"#\\]{1,200})"/g)].map((match) => match[1]!), 'AND'); // prettier-ignore
  const qualifiers = { platform: platform === 'ruby' ? '' : platform! };
  out.addComponent({
    ecosystem: 'gem',
    name,
    version,
    license,
    purl: { type: 'gem', name, version, qualifiers },
    line: 1,
  });
}
