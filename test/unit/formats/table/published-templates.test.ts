import { collectBom } from '../../../../src/formats/in-memory-bom.js';
import { defaultLimits } from '../../../../src/formats/format.js';
import { bytesSource } from '../../../../src/formats/reading/bytes.js';
import { tableCsv } from '../../../../src/formats/table/table-csv.js';
import { cycloneDxJson } from '../../../../src/formats/cyclonedx/json.js';
import type { Bom, BomComponent, JsonObject } from '../../../../src/model/document.js';
import { through } from '../pairs/passage.js';

const read = (text: string): Promise<Bom> => collectBom(tableCsv.parse(bytesSource(Buffer.from(text)), defaultLimits));

/** "group name@version", what every template must give. */
const shown = ({ group, name, version }: BomComponent): string => `${group && `${group} `}${name}@${version}`;
const ecosystemOf = ({ properties }: BomComponent): string | undefined =>
  properties.find(({ name }) => name === 'ecosystem')?.value;
const licenseOf = ({ licenses }: BomComponent): string[] =>
  licenses.map(({ id, expression, name }) => id ?? expression ?? name ?? '');

const ids = [
  '3fa85f64-5717-4562-b3fc-2c963f66afa6',
  '9b2d5f1e-0c43-4d55-8f1d-0a4c1f2f7a10',
  'd94b1b44-6ab9-4f34-9a3c-64a1c9a5b7a2',
];

interface Template {
  readonly title: string;
  readonly text: string;
  readonly components: readonly string[];
  readonly supplier?: string;
  readonly manufacturer?: string;
  readonly license?: string;
  readonly ecosystem?: string;
  readonly purl?: string;
}

/** The columns of published templates and of the exports of tools, each with rows of our own. */
const templates: readonly Template[] = [
  {
    title: 'NTIA minimum elements',
    text:
      'Supplier Name,Component Name,Version of the Component,Other Unique Identifiers,Dependency Relationship,Author of SBOM Data,Timestamp\n' +
      'Acme,acme-core,2.1.0,pkg:npm/acme-core@2.1.0,Included in,Jane,2026-01-02T03:04:05Z\n',
    components: ['acme-core@2.1.0'],
    supplier: 'Acme',
    purl: 'pkg:npm/acme-core@2.1.0',
  },
  {
    title: 'FDA premarket submission',
    text:
      'Software Component Name,Software Component Version,Software Component Manufacturer,Software Level of Support,End-of-Support Date\n' +
      'Zephyr,3.5.0,Linux Foundation,Actively maintained,2027-03-31\n',
    components: ['Zephyr@3.5.0'],
    manufacturer: 'Linux Foundation',
  },
  {
    title: 'BSI TR-03183-2',
    text:
      'Component creator,Component name,Component version,Filename of the component,Distribution licences,Hash value of the deployable component,Executable property\n' +
      `opensource@example.org,libfoo,1.4.2,libfoo.so.1,MIT,${'ab'.repeat(64)},executable\n`,
    components: ['libfoo@1.4.2'],
    manufacturer: 'opensource@example.org',
    license: 'MIT',
  },
  {
    title: 'BSI TR-03183-2 in German',
    text:
      'Ersteller der Komponente;Komponentenname;Komponentenversion;Dateiname;Assoziierte Lizenzen;Hashwert der ausführbaren Komponente\n' +
      `Beispiel GmbH;libfoo;1.4.2;libfoo.so.1;MIT;${'ab'.repeat(64)}\n`,
    components: ['libfoo@1.4.2'],
    manufacturer: 'Beispiel GmbH',
    license: 'MIT',
  },
  {
    title: 'CISA minimum elements of 2025',
    text:
      'SBOM Author,Software Producer,Component Name,Component Version,Software Identifiers,Component Hash,License,Dependency Relationship,Tool Name,Timestamp,Generation Context\n' +
      `Jane,Example Inc.,left-pad,1.3.0,pkg:npm/left-pad@1.3.0,${'cd'.repeat(32)},WTFPL,direct,syft,2026-01-02,build\n`,
    components: ['left-pad@1.3.0'],
    supplier: 'Example Inc.',
    license: 'WTFPL',
    purl: 'pkg:npm/left-pad@1.3.0',
  },
  {
    title: 'OpenChain (SPDX Lite)',
    text:
      'Package Name,Package SPDX Identifier,Package Version,Package File Name,Package Supplier,Package Download Location,Files Analyzed,Package Home Page,Concluded License,Declared License,Comments on License,Copyright Text,Package Comment,External Reference\n' +
      'curl,SPDXRef-curl,8.5.0,curl-8.5.0.tar.gz,Organization: curl project,https://curl.se/download/curl-8.5.0.tar.gz,false,https://curl.se,NOASSERTION,curl,,(c) Daniel,,PACKAGE-MANAGER purl pkg:generic/curl@8.5.0\n',
    components: ['curl@8.5.0'],
    supplier: 'curl project',
    license: 'curl',
    purl: 'pkg:generic/curl@8.5.0',
  },
  {
    title: 'FOSS list',
    text: 'FOSS Component Name,FOSS Version,FOSS License\nzlib,1.3,Zlib\n',
    components: ['zlib@1.3'],
    license: 'Zlib',
  },
  {
    title: 'Black Duck',
    text:
      'Component id,Version id,Origin id,Component name,Component version name,Component origin name,Component origin id,Component origin version name,License ids,License names,License families,Match type,Usage\n' +
      `${ids[0]},${ids[1]},${ids[2]},Apache Log4j,2.14.1,maven,org.apache.logging.log4j:log4j-core:2.14.1,2.14.1,${ids[2]},Apache License 2.0,Permissive,Exact,Dynamically Linked\n` +
      `${ids[2]},${ids[0]},,zlib,1.2.13,,,,${ids[1]},zlib License,Permissive,Exact,Statically Linked\n`,
    components: ['Apache Log4j@2.14.1', 'zlib@1.2.13'],
    license: 'Apache License 2.0',
    ecosystem: 'maven',
  },
  {
    title: 'Black Duck, name columns first',
    text:
      'Component name,Component version name,Version id,License names,License ids\n' +
      `Apache Log4j,2.14.1,${ids[0]},Apache License 2.0,${ids[1]}\n`,
    components: ['Apache Log4j@2.14.1'],
    license: 'Apache License 2.0',
  },
  {
    title: 'FOSSA',
    text:
      'Title,Version,Package Manager,Declared License(s),Discovered License(s),Package Homepage,Author(s),Dependency Paths\n' +
      'express,4.18.2,npm,MIT,MIT,https://expressjs.com,TJ,root > express\n',
    components: ['express@4.18.2'],
    license: 'MIT',
    ecosystem: 'npm',
  },
  {
    title: 'Snyk dependencies',
    text:
      'id,name,version,type,issuesCritical,issuesHigh,licenses,projects,latestVersion,isDeprecated\n' +
      'lodash@4.17.4,lodash,4.17.4,npm,1,3,MIT,shop,4.17.21,false\n',
    components: ['lodash@4.17.4'],
    license: 'MIT',
    ecosystem: 'npm',
  },
  {
    title: 'Mend',
    text: 'Library,Version,Type,Description,Licenses,Product,Project,Match Type\nlog4j-core-2.14.1.jar,2.14.1,Java,Logging,Apache-2.0,Shop,web,EXACT\n',
    components: ['log4j-core-2.14.1.jar@2.14.1'],
    license: 'Apache-2.0',
    ecosystem: 'maven',
  },
  {
    title: 'Sonatype',
    text: 'Threat,Component Display Name,Hash,Package URL,Application\n9,org.apache.commons : commons-text : 1.9,aabb,,shop\n',
    components: ['org.apache.commons commons-text@1.9'],
  },
  {
    title: 'JFrog Xray',
    text:
      'License,Component,Project,Path\nApache-2.0,gav://org.apache.commons:commons-text:1.9,web,lib/x.war\n' +
      'MIT,npm://@babel/core:7.1.0,web,lib/y.tgz\nGPL-2.0-only,deb://debian:bookworm:zlib1g:1:1.2.13,web,img\n',
    components: ['org.apache.commons commons-text@1.9', '@babel/core@7.1.0', 'zlib1g@1:1.2.13'],
    license: 'Apache-2.0',
    ecosystem: 'maven',
  },
  {
    title: 'license-checker',
    text: '"module name","license","repository"\n"@babel/core@7.1.0","MIT","https://github.com/babel/babel"\n"left-pad@1.3.0","WTFPL",""\n',
    components: ['@babel/core@7.1.0', 'left-pad@1.3.0'],
    license: 'MIT',
  },
  {
    title: 'pip-licenses',
    text: '"Name","Version","License","URL","Description"\n"requests","2.31.0","Apache Software License","https://requests.readthedocs.io","HTTP"\n',
    components: ['requests@2.31.0'],
    license: 'Apache Software License',
  },
  {
    title: 'ORT',
    text: 'Package,Scopes,Declared Licenses\nMaven:org.apache.commons:commons-text:1.9,compile,Apache-2.0\nNPM:@babel:core:7.1.0,dependencies,MIT\nPyPI::requests:2.31.0,install,Apache-2.0\n',
    components: ['org.apache.commons commons-text@1.9', '@babel core@7.1.0', 'requests@2.31.0'],
    license: 'Apache-2.0',
    ecosystem: 'maven',
  },
  {
    title: 'SW360',
    text: 'component name,release version,vendor name,main license ids,release source code download url\nzlib,1.3,Zlib project,Zlib,https://zlib.net/zlib-1.3.tar.gz\n',
    components: ['zlib@1.3'],
    supplier: 'Zlib project',
    license: 'Zlib',
  },
  {
    title: 'FOSSology',
    text: 'Package Name,Package Version,License Concluded,License Info From Files,Copyright Text\nbusybox,1.36.1,GPL-2.0-only,GPL-2.0-only,(c) Erik\n',
    components: ['busybox@1.36.1'],
    license: 'GPL-2.0-only',
  },
  {
    title: 'Yocto',
    text: 'Package Name,Recipe Name,Recipe Version,License\nlibz1,zlib,1.3,Zlib\n',
    components: ['libz1@1.3'],
    license: 'Zlib',
  },
  {
    title: 'Buildroot',
    text: '"PACKAGE","VERSION","LICENSE","LICENSE FILES","SOURCE ARCHIVE","SOURCE SITE","DEPENDENCIES WITH LICENSES"\n"busybox","1.36.1","GPL-2.0-only","LICENSE","busybox-1.36.1.tar.bz2","https://www.busybox.net/downloads","skeleton [unknown]"\n',
    components: ['busybox@1.36.1'],
    license: 'GPL-2.0-only',
  },
  {
    title: 'JFrog Xray without versions in its coordinates',
    text: 'Impacted Package,Impacted Package Version,Type\ngav://org.springframework:spring-beans,5.3.17,Maven\nnpm://@scope/qs,6.5.2,npm\n',
    components: ['org.springframework spring-beans@5.3.17', '@scope/qs@6.5.2'],
    ecosystem: 'maven',
  },
  {
    title: 'Mend, by artifact id where a row has one',
    text: 'Library,Version,GroupId,ArtifactId,Licenses\ncommons-io-2.6.jar,2.6,commons-io,commons-io,MIT\nlib.dll,1.0,,,MIT\n',
    components: ['commons-io commons-io@2.6', 'lib.dll@1.0'],
    license: 'MIT',
  },
  {
    title: 'Sonatype, whose organization is no supplier',
    text: 'Component,Format,Application,Organization\norg.apache.struts : struts2-core : 2.3.30,maven,webshop,acme\n',
    components: ['org.apache.struts struts2-core@2.3.30'],
    ecosystem: 'maven',
  },
  {
    title: 'pip-licenses in Markdown',
    text: '| Name | Version | License |\n|------|---------|---------|\n| pytz | 2017.3  | MIT     |\n',
    components: ['pytz@2017.3'],
    license: 'MIT',
  },
  {
    title: 'German headers',
    text: 'Bezeichnung der Software;Versionsbezeichnung;Hersteller/Lieferant;Lizenzart\nOpenSSL;3.0.10;OpenSSL Foundation;Apache-2.0\n',
    components: ['OpenSSL@3.0.10'],
    supplier: 'OpenSSL Foundation',
    license: 'Apache-2.0',
  },
];

test.each(templates)('$title', async ({ text, components, ...expected }) => {
  const bom = await read(text);
  expect(bom.components.map(shown)).toEqual(components);
  expect(bom.warnings).toEqual([]);
  const [first] = bom.components;
  expect(first!.supplier?.name).toBe(expected.supplier);
  expect(first!.originator?.name).toBe(expected.manufacturer);
  expect(licenseOf(first!)).toEqual(expected.license === undefined ? [] : [expected.license]);
  expect(ecosystemOf(first!)).toBe(expected.ecosystem);
  expect(first!.purls).toEqual(expected.purl === undefined ? [] : [expected.purl]);
});

const findings: readonly (readonly [string, string, readonly string[], readonly string[]])[] = [
  [
    'Trivy',
    'Target,Type,PkgName,InstalledVersion,FixedVersion,VulnerabilityID,Severity,Title,PrimaryURL\n' +
      'app,npm,lodash,4.17.4,4.17.21,CVE-2021-23337,HIGH,nodejs-lodash: command injection,https://avd.example/1\n' +
      'app,npm,lodash,4.17.4,4.17.12,CVE-2019-10744,CRITICAL,nodejs-lodash: prototype pollution,https://avd.example/2\n' +
      'app,npm,minimist,0.0.8,1.2.6,CVE-2021-44906,CRITICAL,minimist: prototype pollution,https://avd.example/3\n',
    ['lodash@4.17.4', 'minimist@0.0.8'],
    ['CVE-2021-23337 high lodash', 'CVE-2019-10744 critical lodash', 'CVE-2021-44906 critical minimist'],
  ],
  [
    'Grype',
    'NAME,INSTALLED,FIXED-IN,TYPE,VULNERABILITY,SEVERITY\n' +
      'lodash,4.17.4,4.17.21,npm,GHSA-35jh-r3h4-6jhm,High\nlodash,4.17.4,4.17.12,npm,GHSA-jf85-cpcp-j695,Critical\n' +
      'zlib1g,1:1.2.13,,deb,CVE-2023-45853,Negligible\n',
    ['lodash@4.17.4', 'zlib1g@1:1.2.13'],
    ['GHSA-35jh-r3h4-6jhm high lodash', 'GHSA-jf85-cpcp-j695 critical lodash', 'CVE-2023-45853 info zlib1g'],
  ],
  [
    'Dependency-Check',
    'Project,ScanDate,DependencyName,DependencyPath,Description,License,Md5,Sha1,Identifiers,CPE,CVE,CWE,Vulnerability,Source,CVSSv3_BaseSeverity\n' +
      `shop,2026-01-02,log4j-core-2.14.1.jar,/lib,Logging,Apache-2.0,${'a'.repeat(32)},${'b'.repeat(40)},pkg:maven/org.apache.logging.log4j/log4j-core@2.14.1,,CVE-2021-44228,CWE-502,JNDI,NVD,CRITICAL\n` +
      `shop,2026-01-02,log4j-core-2.14.1.jar,/lib,Logging,Apache-2.0,${'a'.repeat(32)},${'b'.repeat(40)},pkg:maven/org.apache.logging.log4j/log4j-core@2.14.1,,CVE-2021-45046,CWE-917,Thread context,NVD,CRITICAL\n`,
    ['log4j-core-2.14.1.jar@'],
    ['CVE-2021-44228 critical log4j-core-2.14.1.jar', 'CVE-2021-45046 critical log4j-core-2.14.1.jar'],
  ],
  [
    'JFrog Xray',
    'Severity,Impacted Dependency Name,Impacted Dependency Version,Type,Fixed Versions,CVEs\nHigh,lodash,4.17.4,npm,[4.17.21],CVE-2021-23337\nLow,lodash,4.17.4,npm,[4.17.21],CVE-2020-28500\n',
    ['lodash@4.17.4'],
    ['CVE-2021-23337 high lodash', 'CVE-2020-28500 low lodash'],
  ],
  [
    'Snyk issues',
    'SCORE,CVE,CWE,PROJECT_NAME,ISSUE_SEVERITY,PROBLEM_TITLE,PACKAGE_NAME_AND_VERSION\n700,CVE-2021-23337,CWE-78,shop/web,High,Command Injection,lodash@4.17.4\n600,CVE-2020-28500,CWE-400,shop/web,Medium,ReDoS,lodash@4.17.4\n',
    ['lodash@4.17.4'],
    ['CVE-2021-23337 high lodash', 'CVE-2020-28500 medium lodash'],
  ],
];

describe.each(findings)('the findings of %s', (_, text, components, vulnerabilities) => {
  test('are one component a package, with its vulnerabilities', async () => {
    const bom = await read(text);
    expect(bom.components.map(shown)).toEqual(components);
    const names = new Map(bom.components.map(({ ref, name }) => [ref, name]));
    const found = bom.parts.map(({ data }) => {
      const [rating] = data.ratings as JsonObject[];
      const [affected] = data.affects as JsonObject[];
      return `${String(data.id)} ${String(rating!.severity)} ${names.get(String(affected!.ref))}`;
    });
    expect(found).toEqual(vulnerabilities);
    expect(bom.warnings).toEqual([]);
  });

  test('are in the CycloneDX that is exported', async () => {
    const { bom, losses } = await through(cycloneDxJson, '1.6', await read(text));
    expect(bom.parts.map(({ data }) => data.id)).toEqual(vulnerabilities.map((line) => line.split(' ')[0]));
    expect(losses).toEqual([]);
  });
});

test('cells of a finding are no properties of its package, and those of the package are its own', async () => {
  const bom = await read(findings[0]![1]);
  expect(bom.components[0]!.properties).toEqual([{ name: 'ecosystem', value: 'npm' }]);
  expect(bom.parts[0]!.data).toMatchObject({
    description: 'nodejs-lodash: command injection',
    advisories: [{ url: 'https://avd.example/1' }],
    properties: [
      { name: 'Target', value: 'app' },
      { name: 'FixedVersion', value: '4.17.21' },
    ],
  });
});

test('an inventory with a column of CVEs stays one: each row is a component', async () => {
  const bom = await read('Name,Version,CVE\na,1.0,CVE-2021-1234\na,1.0,\nb,2.0,CVE-2021-1234\n');
  expect(bom.components.map(shown)).toEqual(['a@1.0', 'a@1.0', 'b@2.0']);
  expect(bom.components[0]!.properties).toEqual([{ name: 'CVE', value: 'CVE-2021-1234' }]);
  expect(bom.parts).toEqual([]);
});

test.each([
  ['UUIDs', ids],
  ['dates', ['2026-01-02', '31.12.2025', '1/2/2026']],
])('a version column that holds %s is a warning', async (what, cells) => {
  const { components, warnings } = await read(
    `Name,Version\n${cells.map((cell, at) => `c${at},${cell}`).join('\n')}\n`,
  );
  expect(components.map(({ version }) => version)).toEqual(cells);
  expect(warnings).toEqual([
    {
      place: 'line 1',
      message: expect.stringContaining(`"Version" is read as version, but most of its cells are ${what}`),
    },
  ]);
});

test('calendar versions are versions', async () => {
  expect((await read('Name,Version\ncertifi,2024.2.2\ntzdata,2024.1\npip,23.3\n')).warnings).toEqual([]);
});

test('a name stays whole where a column says the version', async () => {
  const { components } = await read('Name,Version\nfoo:1.2,3.4\nbar@2.0,\n');
  expect(components.map(shown)).toEqual(['foo:1.2@3.4', 'bar@2.0@']);
});
