import { nugetVersionRequest } from '../../../src/manifests/dotnet/nuget-component.js';
import { componentOf, edgesOf, readFirst, summaryOf } from '../../support/manifests.js';

it('packages.lock.json: frameworks, projects, edges', async () => {
  const contents = await readFirst({
    'src/app/packages.lock.json': `{ "version": 1, "dependencies": {
  "net6.0": {
    "Serilog": { "type": "Direct", "requested": "[2.10.0, )", "resolved": "2.10.0", "contentHash": "abc==", "dependencies": { "system.Text.Json": "6.0.0" } },
    "System.Text.Json": { "type": "Transitive", "resolved": "6.0.0" },
    "lib": { "type": "Project", "dependencies": { "Serilog": "[2.10.0, )" } } },
  "net8.0": {
    "Serilog": { "type": "Direct", "resolved": "2.10.0" } } } }`,
  });
  expect(summaryOf(contents)).toEqual([
    'pkg:nuget/Serilog@2.10.0 direct runtime 3',
    'pkg:nuget/System.Text.Json@6.0.0 transitive runtime 4',
  ]);
  expect(componentOf(contents, 'Serilog').integrity).toBe('abc==');
  expect(edgesOf(contents)).toContain('project:src/app#lib -> pkg:nuget/Serilog@2.10.0');
});

it('packages.config', async () => {
  const contents = await readFirst({
    'packages.config': `<?xml version="1.0"?>\n<packages>\n<package id="jQuery" version="3.1.1" targetFramework="net46" />
<package id="Analyzer" version="1.0" developmentDependency="true" />\n<package version="1.0" />\n</packages>`,
  });
  expect(summaryOf(contents)).toEqual([
    'pkg:nuget/jQuery@3.1.1 unknown runtime 3',
    'pkg:nuget/Analyzer@1.0 unknown development 4',
  ]);
  expect(contents.warnings).toHaveLength(1);
});

it('*.csproj: attributes and children, central versions, properties, other projects', async () => {
  const contents = await readFirst({
    'src/App/App.csproj': `<Project Sdk="Microsoft.NET.Sdk">
  <PropertyGroup><JsonVersion>13.0.1</JsonVersion></PropertyGroup>
  <ItemGroup>
    <PackageReference Include="Newtonsoft.Json" Version="$(JsonVersion)" />
    <PackageReference Include="Central" />
    <PackageReference Include="Overridden" VersionOverride="[9.0]" />
    <PackageReference Include="Floating"><Version>1.*</Version></PackageReference>
    <PackageReference Include="Style" Version="1.0"><PrivateAssets>All</PrivateAssets></PackageReference>
    <PackageReference Include="Lost" Version="$(Nowhere)" />
    <PackageReference Update="Central" Version="99" />
    <ProjectReference Include="..\\Lib\\Lib.csproj" />
  </ItemGroup>
</Project>`,
    'src/Directory.Packages.props': `<Project><ItemGroup><PackageVersion Include="central" Version="2.0.0" />
      <PackageVersion Include="Overridden" Version="1" /><GlobalPackageReference Include="Everywhere" Version="5" /></ItemGroup></Project>`,
    'Directory.Packages.props':
      '<Project><ItemGroup><PackageVersion Include="Central" Version="0" /></ItemGroup></Project>',
    'Directory.Build.props':
      '<Project><ItemGroup><PackageReference Include="Built" Version="4" /></ItemGroup></Project>',
  });
  expect(summaryOf(contents)).toEqual([
    'pkg:nuget/Newtonsoft.Json@13.0.1 direct runtime 4',
    'pkg:nuget/Central@2.0.0 direct runtime 5',
    'pkg:nuget/Overridden@9.0 direct runtime 6',
    'pkg:nuget/Floating direct runtime 7',
    'pkg:nuget/Style@1.0 direct development 8',
    'pkg:nuget/Lost direct runtime 9',
    'pkg:nuget/Built@4 direct runtime 1',
    'pkg:nuget/Everywhere@5 direct development 1',
  ]);
  expect(contents.projects.map(({ path, name }) => [path, name])).toEqual([
    ['src/App', 'App'],
    ['src/Lib', 'Lib'],
  ]);
  expect(contents.warnings).toMatchObject([
    { place: { line: 9 }, message: 'The version $(Nowhere) of Lost is unknown' },
  ]);
});

it('*.csproj: versions that are updated elsewhere, and files above that the nearest one imports', async () => {
  const imported = `$([MSBuild]::GetPathOfFileAbove(Directory.Packages.props, $(MSBuildThisFileDirectory)..))`;
  const items = (text: string): string => `<Project><ItemGroup>${text}</ItemGroup></Project>`;
  const contents = await readFirst({
    'src/App/App.csproj': items(
      ['Updated', 'Central', 'Outer', 'Unimported', 'Built']
        .map((name) => `<PackageReference Include="${name}" />`)
        .join('') + '<PackageReference Update="updated" Version="3.0" />',
    ),
    'src/Directory.Packages.props': items('<PackageVersion Update="Central" Version="2.0" />').replace(
      '<Project>',
      `<Project><Import Project="${imported}" />`,
    ),
    'Directory.Packages.props': items(
      '<PackageVersion Include="Central" Version="1.0" /><PackageVersion Include="Outer" Version="4.0" />',
    ),
    'src/Directory.Build.targets': items('<PackageReference Update="Built" Version="5.0" />'),
    'Directory.Build.targets': items('<PackageReference Update="Unimported" Version="6.0" />'),
  });
  expect(summaryOf(contents)).toEqual([
    'pkg:nuget/Updated@3.0 direct runtime 1',
    'pkg:nuget/Central@2.0 direct runtime 1',
    'pkg:nuget/Outer@4.0 direct runtime 1',
    'pkg:nuget/Unimported direct runtime 1',
    'pkg:nuget/Built@5.0 direct runtime 1',
  ]);
});

it.each([
  ['1.0', { version: '1.0' }],
  ['[1.0]', { version: '1.0' }],
  ['[1.0,2.0)', { version: '', requirement: '[1.0,2.0)' }],
  ['1.*', { version: '', requirement: '1.*' }],
  ['1.0-beta.1', { version: '1.0-beta.1' }],
  ['', { version: '' }],
])('NuGet asked for %p', (asked, wish) => expect(nugetVersionRequest(asked)).toEqual(wish));
