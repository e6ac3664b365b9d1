import { manifestFor } from '../../../src/manifests/index.js';
import { readFirst, edgesOf } from '../../support/manifests.js';
import { filesOf, readFiles } from '../../support/trees.js';

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

  const asking = (stub: string, ...asked: string[]): string => `# stub: ${stub} ruby lib\nGem::Specification.new do |s|\n${asked.map((one) => `  s.${one}\n`).join('')}end\n`; // prettier-ignore

  it('depends on the highest installed version that fits, among the default gems too', async () => {
    const files = {
      [`${folder}/app-1.0.gemspec`]: asking(
        'app 1.0',
        'add_runtime_dependency(%q<rack>.freeze, ["~> 2.2".freeze, ">= 2.2.1".freeze])',
        'add_dependency(%q<json>, [">= 0"])',
        'add_dependency(%q<gone>, [">= 0"])',
        'add_development_dependency(%q<rake>.freeze, [">= 0"])',
      ),
      [`${folder}/rack-2.2.8.gemspec`]: asking('rack 2.2.8'),
      [`${folder}/rack-2.2.10.gemspec`]: asking('rack 2.2.10'),
      [`${folder}/rack-3.0.0.gemspec`]: asking('rack 3.0.0'),
      [`${folder}/rake-13.0.0.gemspec`]: asking('rake 13.0.0'),
      [`${folder}/default/json-2.6.1.gemspec`]: asking('json 2.6.1'),
      'opt/other/specifications/json-2.9.1.gemspec': asking('json 2.9.1'),
      'etc/os-release': 'ID=x\n',
    };
    const { edges } = await readFiles(filesOf(files), { isArtifact: true });
    expect(edges.filter((edge) => edge.startsWith('pkg:gem/'))).toEqual([
      'pkg:gem/app@1.0 -> pkg:gem/rack@2.2.10',
      'pkg:gem/app@1.0 -> pkg:gem/json@2.6.1',
    ]);
  });

  it.each([
    ['', 'pkg:gem/app@1.0'],
    ['add_dependency(%q<gone>, [">= 0"])', null],
    ['add_dependency gone', null],
    [`files = [${'"a", '.repeat(20_000)}]`, null],
  ])('depends on nothing where it is whole and asks for nothing: %.40s', async (asked, leaf) => {
    const contents = await readFirst({ [`${folder}/app-1.0.gemspec`]: asking('app 1.0', asked) });
    expect(edgesOf(contents)).toEqual([]);
    expect(contents.leaves).toEqual(leaf === null ? [] : [leaf]);
  });

  it('is told from that of a project by its folder', () => {
    const kinds = [`${folder}/default/x.gemspec`, 'x.gemspec', 'specifications/a/x.gemspec'].map((path) => manifestFor(path)?.id); // prettier-ignore
    expect(kinds).toEqual(['gem-installed', 'gemspec', 'gemspec']);
  });
});
