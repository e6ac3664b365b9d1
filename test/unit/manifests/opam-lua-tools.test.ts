import { manifestFor, readManifest } from '../../../src/manifests/index.js';
import { treeOf } from '../../support/manifests.js';

const read = (path: string, text: string) =>
  readManifest(manifestFor(path)!, { path, bytes: Buffer.from(text), tree: treeOf({ [path]: text }) });

const shown = async (path: string, text: string): Promise<string[]> => {
  const { components, failure } = await read(path, text);
  expect(failure).toBeNull();
  return components.map(({ purl, scope, requirement }) => [purl, scope, requirement].filter((one) => one !== null).join(' ')); // prettier-ignore
};

describe('a package of opam', () => {
  const text = [
    'opam-version: "2.0" # "not-this"',
    'name: "shop"',
    'version: "1.2"',
    'maintainer: "x@example.org"',
    'depends: [',
    '  "ocaml" {>= "4.08" & < "5.2"}',
    '  "dune" {build & >= "3.0"}',
    '  (* "no" *)',
    '  "alcotest" {with-test & = "1.7.0"}',
    '  "odoc" {with-doc}',
    '  "lwt" {= "5.6.1"}',
    ']',
    'depopts: "conf-x"',
    'build: ["dune" "build" "-p" name]',
  ].join('\n');

  it('names what it requires, when, and what is pinned', async () => {
    expect(await shown('shop.opam', text)).toEqual([
      'pkg:opam/ocaml runtime >= "4.08" & < "5.2"',
      'pkg:opam/dune build >= "3.0"',
      'pkg:opam/alcotest@1.7.0 test',
      'pkg:opam/odoc development',
      'pkg:opam/lwt@5.6.1 runtime',
      'pkg:opam/conf-x optional',
    ]);
    const { projects, components } = await read('opam', text);
    expect(projects).toMatchObject([{ name: 'shop', version: '1.2', path: '' }]);
    expect(components.at(-1)!.place.line).toBe(13);
  });

  it('is left to its lock file', () => {
    expect(manifestFor('a/shop.opam')!.coveredBy).toEqual([manifestFor('a/shop.opam.locked')!.id]);
  });
});

describe('a rockspec', () => {
  it('names its literals, and says what is computed', async () => {
    const text = [
      'package = "shop"',
      'version = "1.0-1"',
      '-- dependencies = { "no" }',
      'build = { type = "builtin" }',
      'dependencies = {',
      '  "lua >= 5.1, < 5.5",',
      "  'luasocket == 3.0rc1',",
      '  "acme/penlight ~> 1.13", -- "not this"',
      '}',
      'test_dependencies = wanted()',
    ].join('\n');
    expect(await shown('shop-1.0-1.rockspec', text)).toEqual([
      'pkg:luarocks/luasocket@3.0rc1 runtime',
      'pkg:luarocks/acme/penlight runtime ~> 1.13',
    ]);
    const { warnings, components } = await read('shop-1.0-1.rockspec', text);
    expect(warnings.map(({ message }) => message)).toEqual([
      'What test_dependencies holds is computed and was not read',
    ]);
    expect(components.map(({ place }) => place.line)).toEqual([7, 8]);
  });

  it('is left to luarocks.lock', async () => {
    const lock =
      'return {\n   dependencies = {\n      lua = "5.1-1",\n      ["lua-cjson"] = "2.1.0-1",\n      luasocket = "3.0.0-1"\n   }\n}\n';
    expect(await shown('luarocks.lock', lock)).toEqual([
      'pkg:luarocks/lua-cjson@2.1.0-1 unknown',
      'pkg:luarocks/luasocket@3.0.0-1 unknown',
    ]);
    expect(manifestFor('x-1-1.rockspec')!.coveredBy).toEqual(['luarocks-lock']);
    expect((await read('luarocks.lock', 'return {}')).warnings).toHaveLength(1);
  });
});

it('tools of .NET belong to the build', async () => {
  const text = '{"version":1,"isRoot":true,"tools":{"dotnet-ef":{"version":"7.0.5","commands":["dotnet-ef"]}}}';
  expect(await shown('.config/dotnet-tools.json', text)).toEqual(['pkg:nuget/dotnet-ef@7.0.5 build']);
});
