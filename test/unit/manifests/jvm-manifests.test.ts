import { readManifest } from '../../../src/manifests/index.js';
import { pom } from '../../../src/manifests/jvm/pom.js';
import type { SourceTree } from '../../../src/manifests/manifest-kind.js';
import { interpolate } from '../../../src/manifests/jvm/maven-properties.js';
import { componentOf, readFirst, summaryOf } from '../../support/manifests.js';

const parent = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <groupId>org.shop</groupId><artifactId>parent</artifactId><version>1.0</version><packaging>pom</packaging>
  <properties><jackson.version>2.15.0</jackson.version><short>\${jackson.version}</short><revision>9</revision></properties>
  <dependencyManagement><dependencies>
    <dependency><groupId>com.fasterxml</groupId><artifactId>jackson</artifactId><version>\${short}</version></dependency>
    <dependency><groupId>org.managed</groupId><artifactId>m</artifactId><version>3</version><scope>test</scope></dependency>
    <dependency><groupId>org.shop</groupId><artifactId>bom</artifactId><version>1</version><type>pom</type><scope>import</scope></dependency>
    <dependency><groupId>org.else</groupId><artifactId>bom</artifactId><version>1</version><type>pom</type><scope>import</scope></dependency>
  </dependencies></dependencyManagement>
  <dependencies><dependency><groupId>org.inherited</groupId><artifactId>i</artifactId><version>1.10</version></dependency></dependencies>
</project>`;

const bom = `<project><groupId>org.shop</groupId><artifactId>bom</artifactId><version>1</version>
  <dependencyManagement><dependencies>
    <dependency><groupId>org.bom</groupId><artifactId>b</artifactId><version>\${project.version}.1</version></dependency>
    <dependency><groupId>org.shop</groupId><artifactId>bom</artifactId><version>1</version><type>pom</type><scope>import</scope></dependency>
  </dependencies></dependencyManagement></project>`;

const child = `<?xml version="1.0" encoding="UTF-8"?>
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <parent><groupId>org.shop</groupId><artifactId>parent</artifactId><version>1.0</version></parent>
  <artifactId>app</artifactId>
  <properties><jackson.version>2.16.1</jackson.version></properties>
  <dependencies>
    <dependency><groupId>com.fasterxml</groupId><artifactId>jackson</artifactId></dependency>
    <dependency><groupId>org.managed</groupId><artifactId>m</artifactId></dependency>
    <dependency><groupId>org.bom</groupId><artifactId>b</artifactId></dependency>
    <dependency><groupId>\${project.groupId}</groupId><artifactId>lib</artifactId><version>\${project.version}</version></dependency>
    <dependency><groupId>g</groupId><artifactId>range</artifactId><version>[1.0,2.0)</version></dependency>
    <dependency><groupId>g</groupId><artifactId>exact</artifactId><version>[1.5]</version><scope>provided</scope></dependency>
    <dependency><groupId>g</groupId><artifactId>lost</artifactId><version>\${nowhere}</version></dependency>
    <dependency><groupId>g</groupId><artifactId>native</artifactId><version>1</version><classifier>linux</classifier><type>zip</type><optional>true</optional></dependency>
  </dependencies>
  <profiles><profile><id>x</id><dependencies>
    <dependency><groupId>g</groupId><artifactId>profiled</artifactId><version>1</version></dependency>
  </dependencies></profile></profiles>
</project>`;

describe('pom.xml', () => {
  it('takes a file that the scope "system" names for no artifact of a repository', async () => {
    const dependency = `<dependency><groupId>com.acme</groupId><artifactId>driver</artifactId><version>1.0</version>
      <scope>system</scope><systemPath>\${project.basedir}/lib/driver.jar</systemPath></dependency>`;
    const contents = await readFirst({
      'pom.xml': `<project><groupId>g</groupId><artifactId>a</artifactId><version>1</version><dependencies>${dependency}</dependencies></project>`,
    });
    expect(contents.components).toMatchObject([
      { name: 'driver', group: 'com.acme', version: '1.0', purl: null, scope: 'provided' },
    ]);
  });

  it('reads versions, scopes and properties through its parents and bills of materials', async () => {
    const contents = await readFirst({ 'app/pom.xml': child, 'pom.xml': parent, 'bom/pom.xml': bom });
    expect(summaryOf(contents)).toEqual([
      'pkg:maven/com.fasterxml/jackson@2.16.1 direct runtime 7',
      'pkg:maven/org.managed/m@3 direct test 8',
      'pkg:maven/org.bom/b@1.1 direct runtime 9',
      'pkg:maven/org.shop/lib@1.0 direct runtime 10',
      'pkg:maven/g/range direct runtime 11',
      'pkg:maven/g/exact@1.5 direct provided 12',
      'pkg:maven/g/lost direct runtime 13',
      'pkg:maven/g/native@1?classifier=linux&type=zip direct optional 14',
      'pkg:maven/g/profiled@1 direct runtime 17',
      'pkg:maven/org.inherited/i@1.10 direct runtime 1',
    ]);
    expect(contents.projects).toMatchObject([{ path: 'app', name: 'org.shop:app', version: '1.0' }]);
    expect(componentOf(contents, 'range').requirement).toBe('[1.0,2.0)');
    expect(contents.warnings.map(({ message }) => message)).toEqual([
      'The bill of materials org.else:bom is not in the tree: its versions are unknown',
      'The version ${nowhere} of lost is unknown',
    ]);
  });

  it('has properties of profiles: of the default one, and where nothing else sets them', async () => {
    const profile = (id: string, properties: string): string =>
      `<profile><id>${id}</id>${id === 'default' ? '<activation><activeByDefault>true</activeByDefault></activation>' : ''}<properties>${properties}</properties></profile>`;
    const needs = ['a', 'b', 'c', 'd'].map((name) => `<dependency><groupId>g</groupId><artifactId>${name}</artifactId><version>\${${name}}</version></dependency>`); // prettier-ignore
    const profiles = [profile('default', '<a>2</a>'), profile('x', '<b>2</b><c>3</c><d>4</d>'), profile('y', '<c>3</c><d>5</d>'), profile('z', '<d>4</d>')]; // prettier-ignore
    const { components, warnings } = await readFirst({
      'pom.xml': `<project><groupId>g</groupId><artifactId>app</artifactId><version>1</version><properties><a>1</a><b>1</b></properties><profiles>${profiles.join('')}</profiles><dependencies>${needs.join('')}</dependencies></project>`,
    });
    expect(components.map(({ name, version }) => `${name} ${version}`)).toEqual(['a 2', 'b 1', 'c 3', 'd ']);
    expect(warnings.map(({ message }) => message)).toEqual(['The version ${d} of d is unknown']);
  });

  it('says that a parent is missing', async () => {
    const { warnings } = await readFirst({ 'app/pom.xml': child });
    expect(warnings[0]).toMatchObject({ place: { line: 3 }, message: expect.stringContaining('org.shop:parent:1.0') });
  });

  it.each([
    ['org.shop', 'parent', '1.0', true],
    ['org.shop', 'parent', '0.9', false],
    ['org.else', 'parent', '1.0', false],
    ['org.shop', 'parent', '[0.9,2)', true],
    ['org.shop', 'parent', '${revision}', true],
  ])('takes the parent in the tree only where it is that one: %s:%s:%s', async (group, artifact, version, isThat) => {
    const coordinates = `<groupId>${group}</groupId><artifactId>${artifact}</artifactId><version>${version}</version>`;
    const { components, warnings } = await readFirst({
      'app/pom.xml': `<project><parent>${coordinates}</parent><artifactId>a</artifactId></project>`,
      'pom.xml': parent,
    });
    expect(components.map(({ name }) => name)).toEqual(isThat ? ['i'] : []);
    expect(warnings.some(({ message }) => message.includes('not in the tree: its settings'))).toBe(!isThat);
  });

  it.each([
    ['1', '1.1'],
    ['7', ''],
  ])('takes a bill of materials in the tree only where it is of that version: %s', async (version, managed) => {
    const imported = `<dependency><groupId>org.shop</groupId><artifactId>bom</artifactId><version>${version}</version><type>pom</type><scope>import</scope></dependency>`;
    const own = '<dependency><groupId>org.bom</groupId><artifactId>b</artifactId></dependency>';
    const { components } = await readFirst({
      'app/pom.xml': `<project><groupId>g</groupId><artifactId>a</artifactId><version>1</version><dependencyManagement><dependencies>${imported}</dependencies></dependencyManagement><dependencies>${own}</dependencies></project>`,
      'bom/pom.xml': bom,
    });
    expect(components).toMatchObject([{ name: 'b', version: managed }]);
  });

  it('ends where parents and properties go in circles', async () => {
    const own = '<project><parent><groupId>g</groupId><artifactId>a</artifactId><version>1</version></parent>';
    const { warnings } = await readFirst({
      'x/pom.xml': `${own}<groupId>g</groupId><artifactId>a</artifactId></project>`,
      'pom.xml': `${own}<groupId>g</groupId><artifactId>a</artifactId></project>`,
    });
    expect(warnings).toHaveLength(1);
    const properties = new Map([
      ['a', '${b}'],
      ['b', '${a}'],
      ['big', '${big}${big}'],
    ]);
    expect(interpolate('${a}', properties)).toMatch(/^\$\{[ab]\}$/);
    expect(interpolate('${big}', properties).length).toBeLessThanOrEqual(1_024);
  });

  it('says which limits cut what it could find', async () => {
    const named = (name: string, inner = ''): string =>
      `<project><groupId>g</groupId><artifactId>${name}</artifactId><version>1</version>${inner}</project>`;
    const ref = (name: string, more = ''): string =>
      `<groupId>g</groupId><artifactId>${name}</artifactId><version>1</version>${more}`;
    const imports = Array.from(
      { length: 203 },
      (_, n) => `<dependency>${ref(`b${n}`, '<scope>import</scope>')}</dependency>`,
    );
    const management = `<dependencyManagement><dependencies>${imports.join('')}</dependencies></dependencyManagement>`;
    const boms = Array.from({ length: 203 }, (_, n) => [`b${n}/pom.xml`, named(`b${n}`)] as const);
    const { warnings } = await readFirst({ 'pom.xml': named('app', management), ...Object.fromEntries(boms) });
    expect(warnings.map(({ message }) => message)).toEqual([
      'It imports more BOMs than the limit of 200: the versions of 3 of them are unknown (the first is g:b200)',
    ]);
    const parents = Array.from({ length: 25 }, (_, n) => [`p${n}/pom.xml`, named(`p${n}`, `<parent>${ref(`p${n + 1}`)}</parent>`)] as const); // prettier-ignore
    const deep = await readFirst(Object.fromEntries(parents));
    expect(deep.warnings.map(({ message }) => message)).toEqual([
      'The parent g:p20:1 is above 20 others: its settings are unknown',
    ]);
    const modules = Array.from({ length: 5_003 }, (_, n) => [`m${n}/pom.xml`, named(`m${n}`)] as const);
    const use = `<dependencies><dependency>${ref('m5002')}</dependency></dependencies>`;
    const wide = await readFirst({ 'a.pom': named('app', use), ...Object.fromEntries(modules) });
    expect(wide.components.map(({ purl }) => purl)).toEqual(['pkg:maven/g/m5002@1']);
    expect(wide.warnings.map(({ message }) => message)).toEqual([
      'The source has more poms than the limit of 5000: 3 of them were not searched for parents, BOMs and modules, so a module among them counts as a package from elsewhere, unless a pattern of internal names says what it is',
    ]);
  });

  it('looks through a tree of many modules once', async () => {
    const files = new Map(Array.from({ length: 300 }, (_, index) => [`m${index}/pom.xml`, child]));
    let reads = 0;
    const tree: SourceTree = {
      read: (path) => {
        reads += 1;
        return Promise.resolve(files.has(path) ? Buffer.from(files.get(path)!) : null);
      },
      named: () => [...files.keys()],
      inFolder: () => [],
    };
    for (const [path, text] of files)
      expect((await readManifest(pom, { path, bytes: Buffer.from(text), tree })).components).toHaveLength(9);
    expect(reads).toBeLessThan(1_000);
  });

  it.each([
    ['a DTD', '<!DOCTYPE x [<!ENTITY a "b">]><project/>', 'DTD'],
    ['another root', '<html/>', 'its root is not'],
    ['what is cut off', '<project><dependencies>', 'no well-formed XML'],
    ['nothing', '', 'XML'],
  ])('refuses %s', async (_what, text, message) => {
    const { components, warnings } = await readFirst({ 'pom.xml': text });
    expect(components).toEqual([]);
    expect(warnings[0]!.message).toContain(message);
  });
});

it('gradle.lockfile: scopes from configurations', async () => {
  const contents = await readFirst({
    'app/gradle.lockfile': `# This is a Gradle generated file for dependency locking.
com.google.guava:guava:31.1-jre=compileClasspath,runtimeClasspath,testRuntimeClasspath
org.junit:junit:4.13=testCompileClasspath,testRuntimeClasspath
org.projectlombok:lombok:1.18.0=annotationProcessor,compileClasspath
com.android:x:1.0=releaseRuntimeClasspath
com.shaded:in:1.0=shade,testRuntimeClasspath
com.puppycrawl:checkstyle:10.0=checkstyle
bad line
empty=signatures
`,
  });
  expect(summaryOf(contents)).toEqual([
    'pkg:maven/com.google.guava/guava@31.1-jre unknown runtime 2',
    'pkg:maven/org.junit/junit@4.13 unknown test 3',
    'pkg:maven/org.projectlombok/lombok@1.18.0 unknown provided 4',
    'pkg:maven/com.android/x@1.0 unknown runtime 5',
    'pkg:maven/com.shaded/in@1.0 unknown unknown 6',
    'pkg:maven/com.puppycrawl/checkstyle@10.0 unknown build 7',
  ]);
  expect(contents.warnings).toMatchObject([{ place: { line: 8 } }]);
  const old = await readFirst({ 'gradle/dependency-locks/testRuntimeClasspath.lockfile': 'a:b:1\n' });
  expect(summaryOf(old)).toEqual(['pkg:maven/a/b@1 unknown test 1']);
});
