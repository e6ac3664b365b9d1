import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { filledObjectsOf, objectOf, textOf, textsOf } from '../../src/model/json.js';
import { knownManifestFor } from '../../src/manifests/known-manifests.js';
import { readTree } from '../../src/trees/tree-reading.js';
import type { TreeReport } from '../../src/trees/tree-report.js';
import { trees, type ComparedTree } from './trees.js';

/**
 * What cdxgen finds in a tree, and what this service does: every difference is known, with its reason. cdxgen is no
 * dependency of the repository (its optional programs take hundreds of megabytes): the test installs it into the folder
 * for temporary files, or takes that of `CDXGEN_FOLDER`. It runs nothing but itself, for it finds no other program.
 */
const version = '12.8.4';
const installed = process.env.CDXGEN_FOLDER ?? join(tmpdir(), `stocktake-cdxgen-${version}`);
const program = join(installed, 'node_modules', '@cyclonedx', 'cdxgen', 'bin', 'cdxgen.js');

/** Components by the package URL without qualifiers, and edges between them. */
interface Findings {
  readonly components: ReadonlySet<string>;
  readonly edges: ReadonlySet<string>;
}

const keyOf = (text: string): string =>
  decodeURIComponent(text)
    .toLowerCase()
    .replace(/[?#].*/s, '');
const without = (all: ReadonlySet<string>, others: ReadonlySet<string>): string[] => [...all].filter((one) => !others.has(one)).sort(); // prettier-ignore

jest.setTimeout(600_000);

describe('trees as cdxgen reads them', () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'stocktake-compared-'));
    if (existsSync(program)) return;
    const options = ['--omit=optional', '--ignore-scripts', '--no-audit', '--no-fund', '--no-save'];
    mkdirSync(installed, { recursive: true });
    execFileSync('npm', ['install', '--prefix', installed, ...options, `@cyclonedx/cdxgen@${version}`], { stdio: 'pipe' }); // prettier-ignore
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  function theirs(name: string, { types, files }: ComparedTree): Findings {
    const [tree, home, output] = [join(folder, name), join(folder, `${name}-home`), join(folder, `${name}.json`)];
    mkdirSync(home);
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(tree, path)), { recursive: true });
      writeFileSync(join(tree, path), text);
    }
    const options = ['--no-install-deps', '--no-validate', '--spec-version', '1.6', ...types.flatMap((type) => ['-t', type])]; // prettier-ignore
    const environment = { PATH: join(folder, 'no-programs'), HOME: home, FETCH_LICENSE: 'false', SEARCH_MAVEN_ORG: 'false', CDXGEN_ALLOWED_HOSTS: 'localhost' }; // prettier-ignore
    execFileSync(process.execPath, [program, ...options, '-o', output, tree], { env: environment, stdio: 'pipe' });
    const bom = existsSync(output) ? objectOf(JSON.parse(readFileSync(output, 'utf8'))) : {};
    const keys = new Map(
      filledObjectsOf(bom.components).map((one) => [textOf(one['bom-ref']), keyOf(textOf(one.purl))]),
    );
    const edges = filledObjectsOf(bom.dependencies).flatMap(({ ref, dependsOn }) =>
      textsOf(dependsOn).map((to) => [keys.get(textOf(ref)), keys.get(to)] as const),
    );
    return { components: new Set(keys.values()), edges: edgesOf(edges) };
  }

  const edgesOf = (edges: readonly (readonly [string | undefined, string | undefined])[]): Set<string> =>
    new Set(edges.flatMap(([from, to]) => (from === undefined || to === undefined ? [] : [`${from} > ${to}`])));

  async function ours({ files }: ComparedTree): Promise<Findings & { readonly gaps: TreeReport['gaps'] }> {
    const bytes = new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)]));
    const source = {
      sizes: new Map([...bytes].map(([path, { length }]) => [path, length])),
      read: (path: string) => Promise.resolve(bytes.get(path) ?? null),
      close: () => Promise.resolve(),
    };
    const keys = new Map<string, string>();
    const edges: (readonly [string, string])[] = [];
    let report: TreeReport | undefined;
    const subject = { ref: 'subject', name: 'compared', org: '', version: '' };
    for await (const events of readTree(source, { subject }, (result) => (report = result)))
      for (const event of events)
        if (event.type === 'component') {
          const { ref, purls, name, version: locked } = event.component;
          keys.set(ref, keyOf(purls[0] ?? `${name}@${locked}`));
        } else if (event.type === 'dependency')
          for (const to of event.dependency.to) edges.push([event.dependency.from, to]);
    return {
      components: new Set(keys.values()),
      edges: edgesOf(edges.map(([from, to]) => [keys.get(from), keys.get(to)])),
      gaps: report!.gaps,
    };
  }

  test.each(Object.entries(trees))('%s', async (name, tree) => {
    const found = theirs(name, tree);
    const own = await ours(tree);
    expect(without(found.components, own.components)).toEqual(tree.onlyTheirs ?? []);
    expect(without(own.components, found.components)).toEqual(tree.onlyOurs ?? []);
    const isShared = (edge: string): boolean => edge.split(' > ').every((end) => own.components.has(end));
    expect(without(found.edges, own.edges).filter(isShared)).toEqual([]);
    if (name === 'npm') expect(found.edges.size).toBeGreaterThan(0);
    // What nobody reads here is told.
    const unread = Object.keys(tree.files).filter(
      (path) => knownManifestFor(path) !== null && own.components.size === 0,
    );
    expect(own.gaps.map(({ path }) => path)).toEqual(expect.arrayContaining(unread));
  });
});
