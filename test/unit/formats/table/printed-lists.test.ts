import { collectBom } from '../../../../src/formats/in-memory-bom.js';
import { defaultLimits } from '../../../../src/formats/format.js';
import { identifyFormat } from '../../../../src/formats/index.js';
import { bytesSource } from '../../../../src/formats/reading/bytes.js';
import { decodeHead } from '../../../../src/formats/reading/text.js';
import type { Bom, BomComponent, JsonObject } from '../../../../src/model/document.js';

/** As an import reads it: by its content alone. */
async function read(text: string): Promise<{ id: string; bom: Bom }> {
  const source = bytesSource(Buffer.from(text));
  const format = identifyFormat(decodeHead(await source.read(0, 64 * 1024)));
  return { id: format.id, bom: await collectBom(format.parse(source, defaultLimits)) };
}

const shown = ({ group, name, version }: BomComponent): string => `${group && `${group} `}${name}@${version}`;
const messages = (bom: Bom): string[] => bom.warnings.map(({ place, message }) => `${place}: ${message}`);
const idsOf = (bom: Bom): string[] => {
  const names = new Map(bom.components.map(({ ref, name }) => [ref, name]));
  return bom.parts.map(({ data }) => `${String(data.id)} ${names.get(String((data.affects as JsonObject[])[0]!.ref))}`);
};

describe('a table in drawn lines', () => {
  const trivy = [
    'app/package-lock.json (npm)',
    '===========================',
    'Total: 3 (HIGH: 3)',
    '',
    '┌─────────────┬────────────────┬──────────┬───────────────────┬───────────────┬────────────────────┐',
    '│   Library   │ Vulnerability  │ Severity │ Installed Version │ Fixed Version │       Title        │',
    '├─────────────┼────────────────┼──────────┼───────────────────┼───────────────┼────────────────────┤',
    '│ ansi-regex  │ CVE-2021-3807  │ HIGH     │ 3.0.0             │ 3.0.1, 4.1.1  │ ansi-regex: slow   │',
    '│             │                │          │                   │               │ expression         │',
    '├─────────────┼────────────────┤          ├───────────────────┼───────────────┼────────────────────┤',
    '│ glob-parent │ CVE-2020-28469 │          │ 3.1.0             │ 5.1.2         │ glob-parent: slow  │',
    '│             ├────────────────┤          │                   ├───────────────┼────────────────────┤',
    '│             │ CVE-2021-35065 │          │                   │ 5.1.3         │ glob-parent: again │',
    '└─────────────┴────────────────┴──────────┴───────────────────┴───────────────┴────────────────────┘',
    '',
  ].join('\n');

  test('gives packages with their findings; merged cells hold for each row', async () => {
    const { id, bom } = await read(trivy);
    expect(id).toBe('table-text');
    expect(bom.components.map(shown)).toEqual(['ansi-regex@3.0.0', 'glob-parent@3.1.0']);
    expect(idsOf(bom)).toEqual([
      'CVE-2021-3807 ansi-regex',
      'CVE-2020-28469 glob-parent',
      'CVE-2021-35065 glob-parent',
    ]);
    expect(bom.parts[0]!.data).toMatchObject({
      description: 'ansi-regex: slow expression',
      ratings: [{ severity: 'high' }],
    });
    expect(bom.parts[2]!.data).toMatchObject({ ratings: [{ severity: 'high' }] });
    expect(messages(bom)).toEqual(['line 1: 3 lines are no row of the table, and left out']);
  });

  test('as databases print it has one row a line', async () => {
    const { bom } = await read(
      '+------+---------+\n| Name | Version |\n+------+---------+\n| zlib | 1.2.13  |\n| curl | 8.0.1   |\n+------+---------+\n',
    );
    expect(bom.components.map(shown)).toEqual(['zlib@1.2.13', 'curl@8.0.1']);
    expect(messages(bom)).toEqual([]);
  });

  test('may be several tables of one file', async () => {
    const { bom } = await read(trivy + trivy.replaceAll('ansi-regex ', 'other-name '));
    expect(bom.components.map(({ name }) => name)).toEqual(['ansi-regex', 'glob-parent', 'other-name']);
  });
});

describe('columns between spaces', () => {
  test('of Grype are findings', async () => {
    const { id, bom } = await read(
      'NAME        INSTALLED  FIXED-IN   TYPE          VULNERABILITY        SEVERITY \n' +
        'apk-tools   2.10.4-r2  2.10.7-r0  apk           CVE-2021-36159       Critical  \n' +
        'musl        1.1.22-r2             apk           CVE-2019-14697       Critical\n',
    );
    expect(id).toBe('table-text');
    expect(bom.components.map(shown)).toEqual(['apk-tools@2.10.4-r2', 'musl@1.1.22-r2']);
    expect(idsOf(bom)).toEqual(['CVE-2021-36159 apk-tools', 'CVE-2019-14697 musl']);
  });

  test('start where the line below the head says', async () => {
    const { bom } = await read('Package Version\n------- -------\nDjango  4.2.1\npip     23.3\n');
    expect(bom.components.map(shown)).toEqual(['Django@4.2.1', 'pip@23.3']);
  });

  test('may be cut off: such a version is not known, and the warning says so', async () => {
    const { bom } = await read(
      `\r   - \r   \\ \r   | \r${'   / \r\n'.repeat(12)}  ██████▒▒▒▒  1.2 MB / 3.0 MB\r\n` +
        'Name            Id                Version      Available Source\r\n' +
        '----------------------------------------------------------------\r\n' +
        'Visual C++ 201… Microsoft.VCRedi… 14.36.32532… 14.38.331… winget\r\n' +
        '7-Zip           7zip.7zip         23.01                   winget\r\n' +
        'Long Name Here… Acme.Long         2.0                     winget\r\n',
    );
    expect(bom.components.map(shown)).toEqual(['Visual C++ 201…@', '7-Zip@23.01', 'Long Name Here…@2.0']);
    expect(bom.components[0]!.properties).toContainEqual({ name: 'Version', value: '14.36.32532…' });
    expect(messages(bom)).toEqual([expect.stringMatching(/^line 20: 2 components, from here on, .* cut off/)]);
  });

  test('end with an empty line, and what does not fit is counted', async () => {
    const { bom } = await read(
      'Name     Version  License\nDjango   2.0.2    BSD\na name that is far too long\n\n[notice] A new release of pip: 24.0\n',
    );
    expect(bom.components.map(shown)).toEqual(['Django@2.0.2']);
    expect(messages(bom)).toEqual(['line 3: 2 lines are no row of the table, and left out']);
  });
});

describe('what a package manager prints', () => {
  const properties = (bom: Bom): string[] =>
    bom.components.map((one) => one.properties.map(({ name, value }) => `${name}=${value}`).join(' '));

  test('conda list, with the packages of pip in it', async () => {
    const { id, bom } = await read(
      '# packages in environment at /opt/conda:\n#\n# Name                    Version                   Build  Channel\n' +
        '_libgcc_mutex             0.1                        main  \nopenssl                   3.0.11               h7f8727e_2  \n' +
        'backports.functools_lru_cache 1.6.5              pyhd8ed1ab_0  conda-forge\nrequests                  2.31.0                   pypi_0  pypi\n',
    );
    expect(id).toBe('table-text');
    expect(bom.components.map(shown)).toEqual([
      '_libgcc_mutex@0.1',
      'openssl@3.0.11',
      'backports.functools_lru_cache@1.6.5',
      'requests@2.31.0',
    ]);
    expect(properties(bom)).toEqual([
      'ecosystem=conda Build=main',
      'ecosystem=conda Build=h7f8727e_2',
      'ecosystem=conda Build=pyhd8ed1ab_0 Channel=conda-forge',
      'ecosystem=pypi Build=pypi_0 Channel=pypi',
    ]);
    expect(messages(bom)).toEqual([]);
  });

  test.each([
    [
      'poetry show',
      'certifi  2023.7.22 Python package for providing CA Bundle.\npluggy   1.3.0     plugin and hook calling mechanisms\n',
      ['certifi@2023.7.22', 'pluggy@1.3.0'],
    ],
    [
      'mix deps',
      '* phoenix 1.7.7 (Hex package) (mix)\n  ok\n* jason 1.4.1 (Hex package) (mix)\n  ok\n* own 0.1.0 (../own) (mix)\n  ok\n* bare (../bare) (mix)\n  ok\n',
      ['phoenix@1.7.7', 'jason@1.4.1', 'own@0.1.0', 'bare@'],
    ],
    [
      'composer show',
      'acme/internal   dev-main 1a2b3c4 Internal\ndoctrine/lexer  3.0.0            Parser\n',
      ['acme/internal@dev-main', 'doctrine/lexer@3.0.0'],
    ],
    [
      'go list -m all',
      'example.com/shop\ngithub.com/a/b v1.9.1\ngithub.com/old/x v1.0.0 => ./x\ngithub.com/c/d v1.0.0 => github.com/e/f v1.1.0\n',
      ['github.com/a/b@v1.9.1', 'github.com/old/x@v1.0.0', 'github.com/e/f@v1.1.0'],
    ],
    [
      'apk info -v',
      'musl-1.2.4-r2\nbusybox-1.36.1-r2\n.build-deps-20230901.120000\n',
      ['musl@1.2.4-r2', 'busybox@1.36.1-r2'],
    ],
    [
      'rpm -qa',
      'bash-5.1.8-6.el9.x86_64\ngpg-pubkey-fd431d51-4ae0493b.(none)\nraspi-1.0-1.armv7l\n',
      ['bash@5.1.8-6.el9', 'raspi@1.0-1'],
    ],
    [
      'vcpkg list',
      'curl:x64-windows   8.2.1   A library\nfmt:x64-linux 10.1.1 Formatting\n',
      ['curl@8.2.1', 'fmt@10.1.1'],
    ],
    [
      'brew list --versions',
      'ffmpeg 6.0.1_1\nopenssl@3 3.1.2 3.1.3\nx264 r3095\nwget 1.21.4\n',
      ['ffmpeg@6.0.1_1', 'openssl@3@3.1.2', 'openssl@3@3.1.3', 'x264@r3095', 'wget@1.21.4'],
    ],
    [
      'choco list',
      'Chocolatey v1.1.0\n7zip 22.1\nchocolatey 1.1.0\n2 packages installed.\n\nDid you know Pro / Business automatically syncs with Programs and\n Features? Learn more about Package Synchronizer at\n https://chocolatey.org/compare\n',
      ['7zip@22.1', 'chocolatey@1.1.0'],
    ],
  ])('%s, with what is unlike the other lines', async (_, text, expected) => {
    const { bom } = await read(text);
    expect(bom.components.map(shown)).toEqual(expected);
    expect(messages(bom)).toEqual([]);
  });

  test('pip freeze in an environment of conda has addresses in place of versions', async () => {
    const { bom } = await read(
      'certifi @ file:///croot/certifi_16/work\ncffi @ file:///croot/cffi_16/work\nrequests==2.31.0\n',
    );
    expect(bom.components.map(shown)).toEqual(['certifi@', 'cffi@', 'requests@2.31.0']);
  });

  test('one line of another kind is warned of where nearly all are packages', async () => {
    const lines = Array.from({ length: 8 }, (_, at) => `musl${at}-1.2.4-r2`);
    const { bom } = await read([...lines, 'and a remark', ''].join('\n'));
    expect(bom.components).toHaveLength(8);
    expect(messages(bom)).toEqual(['line 9: A line is no row of the table, and left out']);
    await expect(read([...lines.slice(0, 3), 'some', 'more', 'words'].join('\n'))).rejects.toMatchObject({
      message: expect.stringMatching(/Most lines are as apk prints them, but line 4 is not$/),
    });
  });
});

test('paragraphs with the same names are one component each', async () => {
  const { bom } = await read(
    'PACKAGE NAME: busybox\nPACKAGE VERSION: 1.36.1\nRECIPE NAME: busybox\nLICENSE: GPL-2.0-only\n\n' +
      'PACKAGE NAME: zlib\nPACKAGE VERSION: 1.3\nRECIPE NAME: zlib\nLICENSE: Zlib\nsomething\n',
  );
  expect(bom.components.map(shown)).toEqual(['busybox@1.36.1', 'zlib@1.3']);
  expect(bom.components[1]!.licenses).toEqual([{ relation: 'declared', id: 'Zlib' }]);
  expect(messages(bom)).toEqual(['line 10: A line is no row of the table, and left out']);
});

test('one paragraph of names and values is no list: it may be any YAML', async () => {
  await expect(read('name: x\nversion: 1.0.0\n\ndescription: y\n')).rejects.toMatchObject({ reason: 'unknown_format' });
});

test('names of package files say names and versions', async () => {
  const { bom } = await read(
    'lib/commons-io-2.11.0.jar\nrequests-2.31.0-py3-none-any.whl\nNewtonsoft.Json.13.0.1.nupkg\nzlib1g_1.2.13_amd64.deb\nlib/app.jar\n',
  );
  expect(bom.components.map(shown)).toEqual([
    'commons-io@2.11.0',
    'requests@2.31.0',
    'Newtonsoft.Json@13.0.1',
    'zlib1g@1.2.13',
    'app@',
  ]);
  expect(bom.components[0]!.properties).toEqual([
    { name: 'ecosystem', value: 'maven' },
    { name: 'file', value: 'lib/commons-io-2.11.0.jar' },
  ]);
});

test.each([
  ['lib/a-1.0.jar:lib/b-2.0.jar', ['a@1.0', 'b@2.0']],
  ['C:\\m2\\spring-core-5.3.9.jar;C:\\m2\\junit-4.13.jar', ['spring-core@5.3.9', 'junit@4.13']],
  ['a-1.0.jar, b-2.0.jar c-3.0.jar', ['a@1.0', 'b@2.0', 'c@3.0']],
  ['target/classes:/m2/a-1.0.jar:', ['a@1.0']],
  [`${'/m2/repository/org/example/'.repeat(5)}x-1.0.jar:`.repeat(40), Array.from({ length: 40 }, () => 'x@1.0')],
  ['My Lib-1.0.jar\nother-2.0.jar', ['My Lib@1.0', 'other@2.0']],
  [
    'log4j-1.2-api-2.17.1.jar\nhibernate-jpa-2.1-api-1.0.2.Final.jar',
    ['log4j-1.2-api@2.17.1', 'hibernate-jpa-2.1-api@1.0.2.Final'],
  ],
  [
    'b-2.0-sources.jar\nx86-64-lib-1.0.jar\nc-1.0-beta-2.jar\nguava-31.1-jre.jar',
    ['b@2.0', 'x86-64-lib@1.0', 'c@1.0-beta-2', 'guava@31.1-jre'],
  ],
  [
    'x-4.1.94.Final-linux-x86_64.jar\nc-1.0-20240101.123456-1.jar\nd-1.0-SNAPSHOT.jar\ne-1.0-custom.jar',
    ['x@4.1.94.Final', 'c@1.0-20240101.123456-1', 'd@1.0-SNAPSHOT', 'e@1.0-custom'],
  ],
  [
    'total 12\n-rw-r--r-- 1 me staff 345 Jan 1 2024 commons-io-2.11.0.jar\n-rw-r--r--@ 1 me staff 5 2024-01-01 10:00 a-1.jar',
    ['commons-io@2.11.0', 'a@1'],
  ],
  ['0123456789abcdef0123456789abcdef  a-1.0.jar\n0123456789abcdef0123456789abcdef *b-2.0.jar', ['a@1.0', 'b@2.0']],
])('files are found in %j', async (text, expected) => {
  const { bom } = await read(text);
  expect(bom.components.map(shown)).toEqual(expected);
  expect(messages(bom)).toEqual([]);
});

test('a classifier of a file is a property', async () => {
  const { bom } = await read('lib/b-2.0-sources.jar\nc-1.jar\n');
  expect(bom.components[0]!.properties).toContainEqual({ name: 'classifier', value: 'sources' });
});

test.each(['345 Jan 1 10:00 a-1.0.jar\n345 Jan 1 10:00 b-1.0.jar\n', 'classes:a-1.0.jar\n'])(
  'a listing of another form is not guessed at: %j',
  async (text) => {
    await expect(read(text)).rejects.toMatchObject({ reason: 'unknown_format' });
  },
);

describe('a list in JSON', () => {
  test('is an array of objects; lists of texts are one cell, objects are named', async () => {
    const { id, bom } = await read(
      '\ufeff[{"License":"MIT","Name":"Django","Version":"4.10","Authors":["a","b"],"More":{"x":1}},\n{"Name":"pytz","Version":2023.10}]',
    );
    expect(id).toBe('table-json');
    expect(bom.components.map(shown)).toEqual(['Django@4.10', 'pytz@2023.10']);
    expect(messages(bom)).toEqual(['/0: "More" holds objects in 1 entry; they are left out']);
  });

  test('is an object with a member for each package', async () => {
    const { bom } = await read(
      '{"abbrev@1.1.1":{"licenses":"ISC","repository":"https://github.com/isaacs/abbrev-js","path":"/a"},"@babel/core@7.1.0":{"licenses":"MIT"}}',
    );
    expect(bom.components.map(shown)).toEqual(['abbrev@1.1.1', '@babel/core@7.1.0']);
    expect(bom.components[0]!.references).toEqual([{ type: 'vcs', url: 'https://github.com/isaacs/abbrev-js' }]);
  });

  test.each([
    [
      '[{"component_name":"a","component_version":1.10},{"component_name":"b","component_version":2}]',
      ['a@1.10', 'b@2'],
    ],
    ['[{"Package":"a","Installed Version":1e3,"Other":[1.10,2]}]', ['a@1e3']],
  ])('keeps numbers as they are written: %s', async (text, expected) => {
    const { bom } = await read(text);
    expect(bom.components.map(shown)).toEqual(expected);
    expect(messages(bom)).toEqual([]);
  });

  test('has every entry: texts are taken apart, and what names nothing is counted', async () => {
    const { bom } = await read('[{"name":"a","version":"1.0.0"},"b@2.0.0",null,["c","3.0.0"],"some words"]');
    expect(bom.components.map(shown)).toEqual(['a@1.0.0', 'b@2.0.0']);
    expect(messages(bom)).toEqual(['/2: 3 entries are no object; left out']);
  });

  test('has every member that names a package', async () => {
    const { bom } = await read('{"a@1.0.0":{"licenses":"MIT"},"b@2.0.0":"MIT","c@3.0.0":[{"x":1}],"about":"x"}');
    expect(bom.components.map(shown)).toEqual(['a@1.0.0', 'b@2.0.0', 'c@3.0.0']);
    expect(bom.components[1]!.licenses).toEqual([{ relation: 'declared', id: 'MIT' }]);
    expect(messages(bom)).toEqual([
      '/about: An entry is no object; left out',
      '/c@3.0.0: "licenses" holds objects in 1 entry; they are left out',
    ]);
  });

  test('has the members that only a later object has', async () => {
    const rows = Array.from({ length: 100 }, (_, at) => `{"name":"p${at}","version":"1.0"}`);
    const { bom } = await read(`[${rows.join(',')},{"name":"last","version":"2","homepage":"https://example.org/"}]`);
    expect(bom.components).toHaveLength(101);
    expect(bom.components.at(-1)!.references).toEqual([{ type: 'website', url: 'https://example.org/' }]);
  });

  test.each(['[{"name":"x"}]', '[1,2]', '[]', '[{"a":{"name":"x","version":"1"}}]'])(
    'of something else is none: %s',
    async (text) => {
      await expect(read(text)).rejects.toMatchObject({ reason: 'unknown_format' });
    },
  );
});

describe('what is no list', () => {
  test.each([
    ['repository:\n  vcs:\n    type: Git\nanalyzer:\n  result:\n    packages:\n    - id: "Maven:a:b:1"\n', /ORT/],
    ['"filepath","scan results","concluded results"\n"a.c","MIT","MIT"\n', /FOSSology/],
    ['app@1.0.0 /home/x\n├── express@4.18.2\n└── lodash@4.17.21\n', /npm ls/],
    ['{"name":"a","version":"1","dependencies":{"b":{"version":"1.0"}}}', /npm ls/],
    ['[INFO] a:b:jar:1.0\n[INFO] +- c:d:jar:1.9:compile\n', /Maven/],
    ['runtimeClasspath\n+--- a:b:1.0\n\\--- c:d:2.0 -> 2.1\n', /Gradle/],
    ['bash-5.1.8-6.el9.x86_64\nzlib-1.2.11-40.el9.x86_64\nand what somebody wrote below\n', /RPM/],
  ])('is refused by name', async (text, expected) => {
    await expect(read(text)).rejects.toMatchObject({
      reason: 'unknown_format',
      message: expect.stringMatching(expected),
    });
  });
});
