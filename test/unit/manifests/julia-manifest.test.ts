import { filesOf, readFiles } from '../../support/trees.js';
import { edgesOf, readFirst, summaryOf } from '../../support/manifests.js';

const [example, parsers, dates, own] = ['1', '2', '3', '4'].map(
  (digit) => `${digit.repeat(8)}-aaaa-bbbb-cccc-dddddddddddd`,
);
const head = 'julia_version = "1.10.4"\nmanifest_format = "2.0"\nproject_hash = "00"\n';

describe('Manifest.toml of Julia', () => {
  it('format 2: packages with their needs, of Julia itself, of a repository, and of a folder', async () => {
    const contents = await readFirst({
      'app/Manifest.toml': `${head}
[[deps.Dates]]
uuid = "${dates}"
version = "1.11.0"
[[deps.Example]]
deps = ["Dates", "Parsers", "Own"]
git-tree-sha1 = "00"
uuid = "${example}"
version = "0.5.3+1"
weakdeps = ["Absent"]
[[deps.Parsers]]
deps = ["Dates"]
repo-rev = "main"
repo-url = "https://git.example/Parsers.jl.git"
uuid = "${parsers}"
version = "2.0.0"
[[deps.Own]]
path = "../own"
uuid = "${own}"
version = "0.1.0"
`,
      'app/Project.toml': `name = "App"\nversion = "1.0.0"\n[deps]\nExample = "${example}"\n`,
    });
    expect(contents.warnings).toEqual([]);
    const [datesRef, exampleRef, parsersRef] = [
      `pkg:julia/Dates@1.11.0?uuid=${dates}`,
      `pkg:julia/Example@0.5.3%2B1?uuid=${example}`,
      `pkg:julia/Parsers@2.0.0?uuid=${parsers}&vcs_url=git%2Bhttps:%2F%2Fgit.example%2FParsers.jl.git%40main`,
    ];
    expect(summaryOf(contents)).toEqual([
      `${datesRef} transitive runtime 1`,
      `${exampleRef} direct runtime 1`,
      `${parsersRef} transitive runtime 1`,
    ]);
    expect(edgesOf(contents)).toEqual([
      `${exampleRef} -> ${datesRef}`,
      `${exampleRef} -> ${parsersRef}`,
      `${exampleRef} -> project:own`,
      `${parsersRef} -> ${datesRef}`,
      `project:app -> ${exampleRef}`,
    ]);
  });

  it('format 1: packages at the top, and several of one name by their UUIDs', async () => {
    const contents = await readFirst({
      'Manifest.toml': `# This file is machine-generated
[[Dates]]
uuid = "${dates}"
[[Example]]
uuid = "${example}"
version = "1.0.0"
  [Example.deps]
  Parsers = "${parsers}"
[[Parsers]]
uuid = "${own}"
version = "1.0.0"
[[Parsers]]
uuid = "${parsers}"
version = "2.0.0"
`,
    });
    const [one, other] = [`pkg:julia/Parsers@1.0.0?uuid=${own}`, `pkg:julia/Parsers@2.0.0?uuid=${parsers}`];
    expect(summaryOf(contents).map((line) => line.split(' ')[0])).toEqual([
      `pkg:julia/Dates?uuid=${dates}`,
      `pkg:julia/Example@1.0.0?uuid=${example}`,
      one,
      other,
    ]);
    expect(edgesOf(contents)).toEqual([`pkg:julia/Example@1.0.0?uuid=${example} -> ${other}`]);
  });

  it.each([
    ['', []],
    [`${head}[deps]\n`, []],
  ])('may be empty', async (text, components) => {
    expect(await readFirst({ 'Manifest-v1.11.toml': text })).toMatchObject({ components, failure: null });
  });

  it('names no package by a package URL that has no UUID', async () => {
    const { components, warnings } = await readFirst({
      'Manifest.toml': `${head}[[deps.Example]]\nversion = "1.0.0"\n`,
    });
    expect(components).toMatchObject([{ name: 'Example', version: '1.0.0', purl: null }]);
    expect(warnings).toMatchObject([{ message: expect.stringContaining('"Example" has no package URL') }]);
  });

  it('is no other file of that name', async () => {
    const { failure } = await readFirst({ 'Manifest.toml': '[package]\nname = "x"\n' });
    expect(failure).toMatch('no manifest of Julia');
  });
});

it('packages in a depot of Julia, and of its standard library', async () => {
  const project = (name: string, uuid: string, more = '') => `name = "${name}"\nuuid = "${uuid}"\n${more}`;
  const files = {
    'root/.julia/packages/Example/aB3xY/Project.toml': project('Example', example!, `version = "1.0.0"\n[deps]\nParsers = "${parsers}"\nDates = "${dates}"\n`),
    'root/.julia/packages/Parsers/0aB3x/Project.toml': project('Parsers', parsers!, 'version = "2.0.0"\n'),
    'root/.julia/packages/Parsers/0aB3x/test/Project.toml': project('Tests', own!),
    'usr/local/julia/share/julia/stdlib/v1.10/Dates/Project.toml': project('Dates', dates!),
    'etc/os-release': 'ID=x\n',
  }; // prettier-ignore
  const { components, edges, gaps, warnings } = await readFiles(filesOf(files), { isArtifact: true });
  expect(components).toEqual(['Example', 'Parsers', 'Dates']);
  expect(edges).toContain(`pkg:julia/Example@1.0.0?uuid=${example} -> pkg:julia/Parsers@2.0.0?uuid=${parsers}`);
  expect(gaps).toEqual([]);
  expect(warnings).toMatchObject([{ place: 'root/.julia/packages/' }]);
});
