import { manifestFor } from '../../../src/manifests/index.js';
import { readFirst } from '../../support/manifests.js';

const specification = (stub: string, more = ''): string =>
  `# -*- encoding: utf-8 -*-\n# stub: ${stub} lib\n\nGem::Specification.new do |s|\n  s.name = computed\n${more}  s.add_runtime_dependency(%q<x>.freeze, [">= 1"])\nend\n`;

describe('the specification of an installed gem', () => {
  const folder = 'usr/local/bundle/specifications';

  it.each([
    ['rack 2.2.8 ruby', '  s.licenses = ["MIT".freeze]\n', 'pkg:gem/rack@2.2.8', 'MIT'],
    [
      'json 2.7.1 ruby',
      '  s.licenses = ["Ruby".freeze, "BSD-2-Clause"]\n',
      'pkg:gem/json@2.7.1',
      'Ruby AND BSD-2-Clause',
    ],
    ['nokogiri 1.16.0 x86_64-linux', '', 'pkg:gem/nokogiri@1.16.0?platform=x86_64-linux', null],
  ])('%s names the gem, and not what it asks for', async (stub, more, purl, license) => {
    const { components, projects, warnings } = await readFirst({ [`${folder}/x.gemspec`]: specification(stub, more) });
    expect(components).toMatchObject([{ purl, license }]);
    expect({ projects, warnings }).toEqual({ projects: [], warnings: [] });
  });

  it('is read with several folders and extensions, which RubyGems separates with NUL', async () => {
    const text = '# stub: json 2.6.1 ruby lib\0ext\n# stub: ext/a/extconf.rb\0ext/b/extconf.rb\n';
    const { components, failure } = await readFirst({ [`${folder}/json-2.6.1.gemspec`]: text });
    expect(components).toMatchObject([{ purl: 'pkg:gem/json@2.6.1' }]);
    expect(failure).toBeNull();
  });

  it('is a warning where it does not say which', async () => {
    const { components, warnings } = await readFirst({ [`${folder}/x.gemspec`]: 'Gem::Specification.new\n' });
    expect(components).toEqual([]);
    expect(warnings).toMatchObject([{ message: expect.stringMatching(/left out/) as string }]);
  });

  it('is told from that of a project by its folder', () => {
    const kinds = [`${folder}/default/x.gemspec`, 'x.gemspec', 'specifications/a/x.gemspec'].map((path) => manifestFor(path)?.id); // prettier-ignore
    expect(kinds).toEqual(['gem-installed', 'gemspec', 'gemspec']);
  });
});
