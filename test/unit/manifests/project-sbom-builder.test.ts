import type { BomComponent } from '../../../src/model/document.js';
import { manifestFor, readManifest } from '../../../src/manifests/index.js';
import { ProjectSbomBuilder } from '../../../src/manifests/project-sbom-builder.js';
import { packageLock } from '../../support/analyses.js';
import { treeOf } from '../../support/manifests.js';

async function sbomOf(files: Readonly<Record<string, string>>) {
  const sbom = new ProjectSbomBuilder('project');
  const tree = treeOf(files);
  for (const [path, text] of Object.entries(files)) {
    const kind = manifestFor(path);
    if (kind) sbom.add(kind, await readManifest(kind, { path, bytes: Buffer.from(text), tree }));
  }
  const events = [...sbom.events()].flat();
  const components = events.flatMap((event) => (event.type === 'component' ? [event.component] : []));
  const edges = events.flatMap((event) => (event.type === 'dependency' ? [event.dependency] : []));
  return { components, edges };
}

const placesOf = ({ native }: BomComponent): unknown => native?.data.evidence;

describe('the sbom of a whole tree', () => {
  it('has a package of several manifests once, with every place', async () => {
    const lock = packageLock({ lodash: '4.17.21' });
    const { components, edges } = await sbomOf({ 'a/package-lock.json': lock, 'b/package-lock.json': lock });
    expect(components.map(({ purls }) => purls)).toEqual([['pkg:npm/lodash@4.17.21']]);
    expect(placesOf(components[0]!)).toEqual({
      occurrences: [
        { location: 'a/package-lock.json', line: expect.any(Number) },
        { location: 'b/package-lock.json', line: expect.any(Number) },
      ],
    });
    expect(edges).toEqual([
      { from: 'project', to: ['pkg:npm/lodash@4.17.21'], kind: 'depends-on' },
      { from: 'pkg:npm/lodash@4.17.21', to: [], kind: 'depends-on' },
    ]);
  });

  it('says that a package depends on nothing where no manifest says more', async () => {
    const locked = (entry: object): string =>
      JSON.stringify({ lockfileVersion: 3, packages: { '': { dependencies: { a: '1' } }, 'node_modules/a': { version: '1.0.0', ...entry } } }); // prettier-ignore
    const edgesFrom = async (files: Readonly<Record<string, string>>): Promise<readonly (readonly string[])[]> =>
      (await sbomOf(files)).edges.filter(({ from }) => from === 'pkg:npm/a@1.0.0').map(({ to }) => to);
    const needs = { dependencies: { gone: '1' }, optionalDependencies: {} };
    expect(await edgesFrom({ 'x/package-lock.json': locked({}) })).toEqual([[]]);
    expect(await edgesFrom({ 'x/package-lock.json': locked(needs) })).toEqual([]);
    expect(await edgesFrom({ 'x/package-lock.json': locked({}), 'y/package-lock.json': locked(needs) })).toEqual([]);
    expect(await edgesFrom({ 'x/package-lock.json': locked(needs), 'y/package-lock.json': locked({}) })).toEqual([]);
    const installed = {
      'x/package-lock.json': locked({}),
      'x/node_modules/a/package.json': JSON.stringify({ name: 'a', version: '1.0.0', dependencies: { b: '1' } }),
      'x/node_modules/b/package.json': JSON.stringify({ name: 'b', version: '1.0.0' }),
    };
    expect(await edgesFrom(installed)).toEqual([['pkg:npm/b@1.0.0']]);
    const both = {
      'x/package-lock.json': locked({}),
      'y/package-lock.json': JSON.stringify({
        lockfileVersion: 3,
        packages: { 'node_modules/a': { version: '1.0.0', dependencies: { b: '1' } }, 'node_modules/b': { version: '1.0.0' } }, // prettier-ignore
      }),
    };
    expect(await edgesFrom(both)).toEqual([['pkg:npm/b@1.0.0']]);
  });

  it('has fifty places of a package, and the number of the others', async () => {
    const requirements = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`${n}/requirements.txt`, 'flask==3.0.0\n']));
    const more = async (count: number): Promise<unknown> => {
      const [flask] = (await sbomOf(requirements(count))).components;
      expect((placesOf(flask!) as { occurrences: unknown[] }).occurrences).toHaveLength(50);
      return flask!.properties.find(({ name }) => name === 'manifest:more_places')?.value;
    };
    expect([await more(50), await more(53)]).toEqual([undefined, '3']);
    // Each folder has its lock file, which stands for what is asked for beside it.
    const lock = JSON.stringify({ _meta: {}, default: { flask: { version: '==3.0.0' } }, develop: {} });
    const folders = Array.from({ length: 40 }, (_, n) => [[`${n}/Pipfile.lock`, lock], [`${n}/requirements.txt`, 'flask>=2\n']]); // prettier-ignore
    const [flask] = (await sbomOf(Object.fromEntries(folders.flat()))).components;
    expect((placesOf(flask!) as { occurrences: unknown[] }).occurrences).toHaveLength(50);
    expect(flask!.properties).toContainEqual({ name: 'manifest:more_places', value: '30' });
  });

  it('takes what is asked for as what a lock beside or above has chosen, and nowhere else', async () => {
    const lock = JSON.stringify({
      _meta: { hash: {}, 'pipfile-spec': 6, requires: {}, sources: [] },
      default: { flask: { version: '==3.0.0' } },
      develop: {},
    });
    const { components } = await sbomOf({
      'app/Pipfile.lock': lock,
      'app/requirements.txt': 'flask>=2\n',
      'app/inner/requirements.txt': 'flask\n',
      'other/requirements.txt': 'flask==1.0\n',
    });
    expect(components.map(({ version }) => version).sort()).toEqual(['1.0', '3.0.0']);
  });
});
