/**
 * Sixty well-known components with vulnerabilities that everybody can look up: the expected answers of
 * `known-components.test.ts`, and the records from which the test's local publishers are made. From public knowledge
 * (NVD, OSV, CISA's KEV list, endoflife.date); not complete for any component.
 */
export interface KnownVulnerability {
  readonly cve: string;
  /** Affected from this version on; null: from the first. */
  readonly from: string | null;
  /** The first version without it. */
  readonly fixed: string;
  readonly vector: string;
  readonly isExploited?: true;
}

export interface KnownComponent {
  readonly name: string;
  readonly supplier: string;
  readonly version: string;
  /** Where the software is published as a package; its OSV ecosystem follows from the type. */
  readonly purl: string | null;
  /** `part:vendor:product` of the NVD's criteria; null where only advisories of packages name the software. */
  readonly cpe: string | null;
  readonly vulnerabilities: readonly KnownVulnerability[];
  /** endoflife.date: the day on which the version's release cycle lost its security fixes. */
  readonly endOfLife?: { readonly cycle: string; readonly on: string };
}

const v3 = (metrics: string): string => `CVSS:3.1/${metrics}`;
const remoteTakeover = v3('AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H'); // 9.8
const scopeChangingTakeover = v3('AV:N/AC:L/PR:N/UI:N/S:C/C:H/I:H/A:H'); // 10.0
const remoteCrash = v3('AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:H'); // 7.5
const remoteRead = v3('AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N'); // 7.5
const opensAFile = v3('AV:N/AC:L/PR:N/UI:R/S:U/C:H/I:H/A:H'); // 8.8
const loggedInTakeover = v3('AV:N/AC:L/PR:L/UI:N/S:U/C:H/I:H/A:H'); // 8.8
const localTakeover = v3('AV:L/AC:L/PR:L/UI:N/S:U/C:H/I:H/A:H'); // 7.8
const crossSiteScripting = v3('AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N'); // 6.1

type Row = readonly [name: string, supplier: string, version: string, purl: string | null, cpe: string | null];
type Flaw = readonly [cve: string, from: string | null, fixed: string, vector: string, exploited?: 'exploited'];

const component = (row: Row, flaws: readonly Flaw[], endOfLife?: KnownComponent['endOfLife']): KnownComponent => ({
  name: row[0],
  supplier: row[1],
  version: row[2],
  purl: row[3],
  cpe: row[4],
  vulnerabilities: flaws.map(([cve, from, fixed, vector, exploited]) => ({
    cve,
    from,
    fixed,
    vector,
    ...(exploited ? { isExploited: true as const } : {}),
  })),
  ...(endOfLife ? { endOfLife } : {}),
});

/** Published in a package registry: the OSV records name the package, the NVD the product. */
export const packages: readonly KnownComponent[] = [
  component(
    [
      'log4j-core',
      'org.apache.logging.log4j',
      '2.14.1',
      'pkg:maven/org.apache.logging.log4j/log4j-core@2.14.1',
      'a:apache:log4j',
    ],
    [
      ['CVE-2021-44228', '2.0', '2.15.0', scopeChangingTakeover, 'exploited'],
      ['CVE-2021-45046', '2.0', '2.16.0', v3('AV:N/AC:H/PR:N/UI:N/S:C/C:H/I:H/A:H'), 'exploited'],
      ['CVE-2021-45105', '2.0', '2.17.0', v3('AV:N/AC:H/PR:N/UI:N/S:U/C:N/I:N/A:H')],
      ['CVE-2021-44832', '2.0', '2.17.1', v3('AV:N/AC:H/PR:H/UI:N/S:U/C:H/I:H/A:H')],
    ],
  ),
  component(
    [
      'commons-text',
      'org.apache.commons',
      '1.9',
      'pkg:maven/org.apache.commons/commons-text@1.9',
      'a:apache:commons_text',
    ],
    [['CVE-2022-42889', '1.5', '1.10.0', remoteTakeover]],
  ),
  component(
    [
      'spring-beans',
      'org.springframework',
      '5.3.17',
      'pkg:maven/org.springframework/spring-beans@5.3.17',
      'a:vmware:spring_framework',
    ],
    [['CVE-2022-22965', '5.3.0', '5.3.18', remoteTakeover, 'exploited']],
  ),
  component(
    [
      'jackson-databind',
      'com.fasterxml.jackson.core',
      '2.9.8',
      'pkg:maven/com.fasterxml.jackson.core/jackson-databind@2.9.8',
      'a:fasterxml:jackson-databind',
    ],
    [
      ['CVE-2019-14540', '2.0.0', '2.9.10', remoteTakeover],
      ['CVE-2019-12384', '2.0.0', '2.9.9.1', v3('AV:N/AC:H/PR:N/UI:N/S:U/C:H/I:N/A:N')],
    ],
  ),
  component(
    [
      'struts2-core',
      'org.apache.struts',
      '2.3.31',
      'pkg:maven/org.apache.struts/struts2-core@2.3.31',
      'a:apache:struts',
    ],
    [['CVE-2017-5638', '2.3.5', '2.3.32', remoteTakeover, 'exploited']],
  ),
  component(
    ['snakeyaml', 'org.yaml', '1.30', 'pkg:maven/org.yaml/snakeyaml@1.30', 'a:snakeyaml_project:snakeyaml'],
    [
      ['CVE-2022-25857', null, '1.31', remoteCrash],
      ['CVE-2022-1471', null, '2.0', remoteTakeover],
    ],
  ),
  component(
    ['lodash', 'npm', '4.17.15', 'pkg:npm/lodash@4.17.15', 'a:lodash:lodash'],
    [
      ['CVE-2020-8203', '3.7.0', '4.17.19', v3('AV:N/AC:H/PR:N/UI:N/S:U/C:N/I:H/A:H')],
      ['CVE-2021-23337', null, '4.17.21', v3('AV:N/AC:L/PR:H/UI:N/S:U/C:H/I:H/A:H')],
    ],
  ),
  component(
    ['minimist', 'npm', '1.2.5', 'pkg:npm/minimist@1.2.5', 'a:substack:minimist'],
    [['CVE-2021-44906', '1.0.0', '1.2.6', remoteTakeover]],
  ),
  component(
    ['axios', 'npm', '0.21.0', 'pkg:npm/axios@0.21.0', 'a:axios:axios'],
    [
      ['CVE-2020-28168', null, '0.21.1', v3('AV:N/AC:H/PR:N/UI:N/S:U/C:H/I:N/A:N')],
      ['CVE-2021-3749', null, '0.21.2', remoteCrash],
    ],
  ),
  component(
    ['jquery', 'npm', '3.4.1', 'pkg:npm/jquery@3.4.1', 'a:jquery:jquery'],
    [
      ['CVE-2020-11022', '1.2.0', '3.5.0', crossSiteScripting],
      ['CVE-2020-11023', '1.0.3', '3.5.0', crossSiteScripting, 'exploited'],
    ],
  ),
  component(
    ['handlebars', 'npm', '4.7.6', 'pkg:npm/handlebars@4.7.6', 'a:handlebarsjs:handlebars'],
    [['CVE-2021-23369', null, '4.7.7', remoteTakeover]],
  ),
  component(
    ['node-fetch', 'npm', '2.6.6', 'pkg:npm/node-fetch@2.6.6', 'a:node-fetch_project:node-fetch'],
    [['CVE-2022-0235', null, '2.6.7', crossSiteScripting]],
  ),
  component(
    ['django', 'pypi', '3.2.12', 'pkg:pypi/django@3.2.12', 'a:djangoproject:django'],
    [
      ['CVE-2022-28346', '3.2', '3.2.13', remoteTakeover],
      ['CVE-2022-34265', '3.2', '3.2.14', remoteTakeover],
    ],
    { cycle: '3.2', on: '2024-04-01' },
  ),
  component(
    ['pillow', 'pypi', '9.5.0', 'pkg:pypi/pillow@9.5.0', 'a:python:pillow'],
    [['CVE-2023-50447', null, '10.2.0', v3('AV:N/AC:H/PR:N/UI:N/S:U/C:H/I:H/A:H')]],
  ),
  component(
    ['requests', 'pypi', '2.30.0', 'pkg:pypi/requests@2.30.0', 'a:python:requests'],
    [['CVE-2023-32681', '2.3.0', '2.31.0', v3('AV:N/AC:H/PR:N/UI:R/S:C/C:H/I:N/A:N')]],
  ),
  component(
    ['pyyaml', 'pypi', '5.3', 'pkg:pypi/pyyaml@5.3', 'a:pyyaml:pyyaml'],
    [
      ['CVE-2020-1747', '5.1b7', '5.3.1', remoteTakeover],
      ['CVE-2020-14343', null, '5.4', remoteTakeover],
    ],
  ),
  component(
    ['jinja2', 'pypi', '2.11.2', 'pkg:pypi/jinja2@2.11.2', 'a:palletsprojects:jinja'],
    [['CVE-2020-28493', null, '2.11.3', v3('AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:L')]],
  ),
  component(
    ['urllib3', 'pypi', '1.26.4', 'pkg:pypi/urllib3@1.26.4', 'a:python:urllib3'],
    [['CVE-2021-33503', null, '1.26.5', remoteCrash]],
  ),
  component(
    ['flask', 'pypi', '2.2.4', 'pkg:pypi/flask@2.2.4', 'a:palletsprojects:flask'],
    [['CVE-2023-30861', null, '2.2.5', remoteRead]],
  ),
  component(
    ['actionview', 'rubygems', '5.2.2', 'pkg:gem/actionview@5.2.2', null],
    [['CVE-2019-5418', '5.2.0', '5.2.2.1', remoteRead, 'exploited']],
  ),
  component(
    ['nokogiri', 'rubygems', '1.13.3', 'pkg:gem/nokogiri@1.13.3', 'a:nokogiri:nokogiri'],
    [['CVE-2022-24836', null, '1.13.4', remoteCrash]],
  ),
  component(
    ['rack', 'rubygems', '2.2.3', 'pkg:gem/rack@2.2.3', 'a:rack_project:rack'],
    [
      ['CVE-2022-30122', '2.2', '2.2.3.1', remoteCrash],
      ['CVE-2022-30123', '2.2', '2.2.3.1', scopeChangingTakeover],
    ],
  ),
  component(
    ['golang.org/x/crypto', 'golang', 'v0.16.0', 'pkg:golang/golang.org/x/crypto@v0.16.0', null],
    [['CVE-2023-48795', null, '0.17.0', v3('AV:N/AC:H/PR:N/UI:N/S:U/C:N/I:H/A:N')]],
  ),
  component(
    ['golang.org/x/net', 'golang', 'v0.16.0', 'pkg:golang/golang.org/x/net@v0.16.0', null],
    [['CVE-2023-44487', null, '0.17.0', remoteCrash, 'exploited']],
  ),
  component(
    ['github.com/gin-gonic/gin', 'golang', 'v1.9.0', 'pkg:golang/github.com/gin-gonic/gin@v1.9.0', 'a:gin-gonic:gin'],
    [['CVE-2023-29401', '1.3.1', '1.9.1', v3('AV:N/AC:L/PR:N/UI:R/S:U/C:N/I:L/A:N')]],
  ),
  component(
    ['time', 'crates.io', '0.1.43', 'pkg:cargo/time@0.1.43', null],
    [['CVE-2020-26235', '0.1.0', '0.2.23', remoteCrash]],
  ),
  component(
    ['regex', 'crates.io', '1.5.4', 'pkg:cargo/regex@1.5.4', 'a:rust-lang:regex'],
    [['CVE-2022-24713', null, '1.5.5', remoteCrash]],
  ),
  component(
    ['Newtonsoft.Json', 'nuget', '12.0.3', 'pkg:nuget/Newtonsoft.Json@12.0.3', 'a:newtonsoft:json.net'],
    [['CVE-2024-21907', null, '13.0.1', remoteCrash]],
  ),
  component(
    ['System.Text.Encodings.Web', 'nuget', '4.7.1', 'pkg:nuget/System.Text.Encodings.Web@4.7.1', null],
    [['CVE-2021-26701', '4.6.0', '4.7.2', remoteTakeover]],
  ),
  component(
    ['guzzlehttp/guzzle', 'packagist', '7.4.2', 'pkg:composer/guzzlehttp/guzzle@7.4.2', 'a:guzzlephp:guzzle'],
    [['CVE-2022-29248', '7.0.0', '7.4.3', v3('AV:N/AC:L/PR:N/UI:R/S:U/C:H/I:H/A:N')]],
  ),
  component(
    ['phpunit/phpunit', 'packagist', '5.6.2', 'pkg:composer/phpunit/phpunit@5.6.2', 'a:phpunit_project:phpunit'],
    [['CVE-2017-9841', '5.0.0', '5.6.3', remoteTakeover, 'exploited']],
  ),
  component(
    ['symfony/http-kernel', 'packagist', '4.4.49', 'pkg:composer/symfony/http-kernel@4.4.49', null],
    [['CVE-2022-24894', '2.0.0', '4.4.50', v3('AV:N/AC:H/PR:N/UI:N/S:U/C:H/I:N/A:N')]],
  ),
];

/** Known to the NVD only, as products; a vendor's list names them without any identifier. */
export const products: readonly KnownComponent[] = [
  component(
    ['OpenSSL', 'OpenSSL Project', '1.1.1k', null, 'a:openssl:openssl'],
    [
      ['CVE-2021-3711', '1.1.1', '1.1.1l', remoteTakeover],
      ['CVE-2022-0778', '1.1.1', '1.1.1n', remoteCrash],
    ],
    { cycle: '1.1.1', on: '2023-09-11' },
  ),
  component(
    ['glibc', 'GNU', '2.35', null, 'a:gnu:glibc'],
    [['CVE-2023-4911', '2.34', '2.39', localTakeover, 'exploited']],
  ),
  component(
    ['libxml2', 'xmlsoft', '2.9.10', null, 'a:xmlsoft:libxml2'],
    [
      ['CVE-2021-3517', null, '2.9.11', v3('AV:N/AC:L/PR:N/UI:N/S:U/C:L/I:L/A:H')],
      ['CVE-2021-3518', null, '2.9.11', opensAFile],
    ],
  ),
  component(
    ['curl', 'haxx', '7.83.0', null, 'a:haxx:curl'],
    [
      ['CVE-2022-32207', '7.69.0', '7.84.0', remoteTakeover],
      ['CVE-2023-38545', '7.69.0', '8.4.0', remoteTakeover],
    ],
  ),
  component(
    ['zlib', 'zlib', '1.2.11', null, 'a:zlib:zlib'],
    [
      ['CVE-2018-25032', null, '1.2.12', remoteCrash],
      ['CVE-2022-37434', null, '1.2.13', remoteTakeover],
    ],
  ),
  component(
    ['nginx', 'F5', '1.20.0', null, 'a:f5:nginx'],
    [['CVE-2021-23017', '0.6.18', '1.20.1', v3('AV:N/AC:H/PR:N/UI:N/S:U/C:L/I:L/A:H')]],
  ),
  component(
    ['HTTP Server', 'Apache', '2.4.49', null, 'a:apache:http_server'],
    [
      ['CVE-2021-41773', '2.4.49', '2.4.50', remoteRead, 'exploited'],
      ['CVE-2021-42013', '2.4.49', '2.4.51', remoteTakeover, 'exploited'],
    ],
  ),
  component(
    ['Tomcat', 'Apache', '9.0.30', null, 'a:apache:tomcat'],
    [['CVE-2020-1938', '9.0.0', '9.0.31', remoteTakeover, 'exploited']],
  ),
  component(
    ['PostgreSQL', 'PostgreSQL', '13.2', null, 'a:postgresql:postgresql'],
    [['CVE-2021-32027', '13.0', '13.3', loggedInTakeover]],
    { cycle: '13', on: '2025-11-13' },
  ),
  component(['Redis', 'Redis', '6.2.6', null, 'a:redis:redis'], [['CVE-2022-24735', '6.2.0', '6.2.7', localTakeover]]),
  component(
    ['SQLite', 'SQLite', '3.39.0', null, 'a:sqlite:sqlite'],
    [['CVE-2022-35737', '1.0.12', '3.39.2', remoteCrash]],
  ),
  component(
    ['BusyBox', 'BusyBox', '1.33.0', null, 'a:busybox:busybox'],
    [['CVE-2021-42386', '1.16.0', '1.34.0', v3('AV:N/AC:L/PR:H/UI:N/S:U/C:H/I:H/A:H')]],
  ),
  component(
    ['OpenSSH', 'OpenBSD', '9.7', null, 'a:openbsd:openssh'],
    [['CVE-2024-6387', '8.6', '9.8', v3('AV:N/AC:H/PR:N/UI:N/S:U/C:H/I:H/A:H')]],
  ),
  component(
    ['sudo', 'sudo project', '1.9.5', null, 'a:sudo_project:sudo'],
    [['CVE-2021-3156', '1.9.0', '1.9.5p2', localTakeover, 'exploited']],
  ),
  component(
    ['xz', 'Tukaani', '5.6.0', null, 'a:tukaani:xz'],
    [['CVE-2024-3094', '5.6.0', '5.6.2', scopeChangingTakeover]],
  ),
  component(
    ['libwebp', 'WebM Project', '1.3.1', null, 'a:webmproject:libwebp'],
    [['CVE-2023-4863', null, '1.3.2', opensAFile, 'exploited']],
  ),
  component(
    ['libexpat', 'libexpat project', '2.4.4', null, 'a:libexpat_project:libexpat'],
    [['CVE-2022-25235', null, '2.4.5', remoteTakeover]],
  ),
  component(
    ['Git', 'git-scm', '2.39.0', null, 'a:git-scm:git'],
    [['CVE-2022-41903', '2.39.0', '2.39.1', remoteTakeover]],
  ),
  component(
    ['bash', 'GNU', '4.2', null, 'a:gnu:bash'],
    [['CVE-2014-6271', null, '4.3.1', remoteTakeover, 'exploited']],
  ),
  component(
    ['PHP', 'PHP', '8.1.28', null, 'a:php:php'],
    [['CVE-2024-4577', '8.1.0', '8.1.29', remoteTakeover, 'exploited']],
    { cycle: '8.1', on: '2025-12-31' },
  ),
  component(
    ['Python', 'Python', '3.7.9', null, 'a:python:python'],
    [['CVE-2021-3177', '3.7.0', '3.7.10', remoteTakeover]],
    { cycle: '3.7', on: '2023-06-27' },
  ),
  component(
    ['Node.js', 'nodejs', '14.17.0', null, 'a:nodejs:node.js'],
    [['CVE-2021-22930', '14.0.0', '14.17.5', remoteTakeover]],
    { cycle: '14', on: '2023-04-30' },
  ),
  component(
    ['Linux kernel', 'Linux', '5.15.20', null, 'o:linux:linux_kernel'],
    [['CVE-2022-0847', '5.15', '5.15.25', localTakeover, 'exploited']],
  ),
  component(
    ['Jenkins', 'Jenkins', '2.441', null, 'a:jenkins:jenkins'],
    [['CVE-2024-23897', null, '2.442', remoteTakeover, 'exploited']],
  ),
  component(
    ['Confluence Server', 'Atlassian', '7.18.0', null, 'a:atlassian:confluence_server'],
    [['CVE-2022-26134', '7.18.0', '7.18.1', remoteTakeover, 'exploited']],
  ),
  component(
    ['Exim', 'Exim', '4.91', null, 'a:exim:exim'],
    [['CVE-2019-10149', '4.87', '4.92', remoteTakeover, 'exploited']],
  ),
  component(
    ['Samba', 'Samba', '4.13.16', null, 'a:samba:samba'],
    [['CVE-2021-44142', null, '4.13.17', loggedInTakeover]],
  ),
  component(
    ['Grafana', 'Grafana', '8.2.6', null, 'a:grafana:grafana'],
    [['CVE-2021-43798', '8.2.0', '8.2.7', remoteRead]],
  ),
];

export const knownComponents: readonly KnownComponent[] = [...packages, ...products];
