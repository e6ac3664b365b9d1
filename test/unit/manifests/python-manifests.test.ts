import { normalName, parsePypiRequirement } from '../../../src/manifests/python/pypi-package.js';
import { componentOf, edgesOf, readFirst, summaryOf } from '../../support/manifests.js';

const sha = (digit: string): string => `sha256:${digit.repeat(64)}`;

describe('requirements files', () => {
  it('reads what pip reads: pins, ranges, extras, markers, hashes, addresses, comments', async () => {
    const contents = await readFirst({
      'requirements.txt': `# by hand
-i https://pypi.example.org/simple
Django==4.2.1 ; python_version >= "3.8"  # the framework
requests[security,socks] >=2.8.1, ==2.8.*
zope.interface==5.4.0 \\
    --hash=${sha('a')} \\
    --hash=${sha('b')}
my_pkg @ git+https://github.com/o/my-pkg.git@v1#egg=my_pkg
-e git+ssh://git@example.org/o/editable.git@main#egg=Editable
https://example.org/wheels/pytz-2023.3-py2.py3-none-any.whl#sha256=${'c'.repeat(64)}
./local/pkg
-r other.txt
-c constraints.txt
whatever is this?
six===1.16.0
`,
    });
    expect(summaryOf(contents)).toEqual([
      'pkg:pypi/django@4.2.1 direct runtime 3',
      'pkg:pypi/requests direct runtime 4',
      'pkg:pypi/zope.interface@5.4.0 direct runtime 5',
      'pkg:pypi/my-pkg?vcs_url=git%2Bhttps:%2F%2Fgithub.com%2Fo%2Fmy-pkg.git%40v1 direct runtime 8',
      'pkg:pypi/editable?vcs_url=git%2Bssh:%2F%2Fgit%40example.org%2Fo%2Feditable.git%40main direct runtime 9',
      'pkg:pypi/pytz@2023.3?download_url=https:%2F%2Fexample.org%2Fwheels%2Fpytz-2023.3-py2.py3-none-any.whl direct runtime 10',
      'pkg:pypi/six@1.16.0 direct runtime 15',
    ]);
    expect(componentOf(contents, 'requests')).toMatchObject({ version: '', requirement: '>=2.8.1, ==2.8.*' });
    expect(componentOf(contents, 'zope.interface').hashes.map(({ value }) => value[0])).toEqual(['a', 'b']);
    expect(contents.warnings.map(({ place }) => place.line)).toEqual([13, 2, 11, 12, 14]);
  });

  it.each([
    ...['requirements-dev.txt', 'dev_requirements.txt', 'requirementsdev.txt', 'requirements-docs.txt'].map((name) => [name, 'development']), // prettier-ignore
    ...['requirements-test.txt', 'test-requirements.txt', 'requirements/tests.txt'].map((name) => [name, 'test']),
    ...['requirements.txt', 'requirements-latest.txt', 'requirements-device.txt', 'requirements-sci.txt'].map((name) => [name, 'runtime']), // prettier-ignore
  ])('takes %s for %s', async (name, scope) => {
    const contents = await readFirst({ [name]: 'a==1\n' });
    expect(contents.components).toMatchObject([{ scope }]);
  });

  it('takes a folder with a name for a project, not for the package of that name', async () => {
    const contents = await readFirst({
      'app/requirements.txt': `-e ./sub#egg=django\n-e ../gone#egg=gone\n${'-c pins.txt\n'.repeat(21)}flask\n`,
      'app/sub/setup.py': '',
      'app/pins.txt': 'flask==2.0\n',
    });
    expect(summaryOf(contents)).toEqual(['pkg:pypi/flask@2.0 direct runtime 24']);
    expect(contents.projects.map(({ path, name }) => [path, name])).toEqual([
      ['app', ''],
      ['app/sub', 'django'],
      ['gone', 'gone'],
    ]);
    expect(contents.warnings.map(({ message }) => message)).toEqual([
      'There are more files of constraints than the limit of 20: 1 were not looked at, so the versions in them are unknown',
      'The package in "../gone" was not read: it is not in the tree',
    ]);
  });

  it('keeps what is installed from a path, as pip freeze of a conda environment writes it', async () => {
    const contents = await readFirst({
      'requirements.txt': `anyio @ file:///tmp/build/80754af9/anyio_1644481695334/work/dist
certifi @ file:///croot/certifi_1690232220950/work/certifi
pytz @ file:///wheels/pytz-2023.3-py2.py3-none-any.whl#sha256=${'c'.repeat(64)}
./wheels/Django-3.2.0-py3-none-any.whl ; python_version >= "3.8"
my-pkg-1.0.tar.gz
-e file:///src/lib#egg=lib
flask==2.0.0
`,
    });
    expect(summaryOf(contents)).toEqual([
      'pkg:pypi/anyio?download_url=file:%2F%2F%2Ftmp%2Fbuild%2F80754af9%2Fanyio_1644481695334%2Fwork%2Fdist direct runtime 1',
      'pkg:pypi/certifi?download_url=file:%2F%2F%2Fcroot%2Fcertifi_1690232220950%2Fwork%2Fcertifi direct runtime 2',
      'pkg:pypi/pytz@2023.3?download_url=file:%2F%2F%2Fwheels%2Fpytz-2023.3-py2.py3-none-any.whl direct runtime 3',
      'pkg:pypi/django@3.2.0?download_url=.%2Fwheels%2FDjango-3.2.0-py3-none-any.whl direct runtime 4',
      'pkg:pypi/my-pkg@1.0?download_url=my-pkg-1.0.tar.gz direct runtime 5',
      'pkg:pypi/lib?download_url=file:%2F%2F%2Fsrc%2Flib direct runtime 6',
      'pkg:pypi/flask@2.0.0 direct runtime 7',
    ]);
    expect(contents.warnings).toEqual([]);
  });

  it('warns of the folders and files that are not there, and of no others', async () => {
    const contents = await readFirst({
      'app/requirements.txt': '-e .\n-e ./lib[extra]\n./top\n-e ../gone\nfile:///else\n-r requirements/base.txt\n-rrequirements/gone.txt\n--require-hashes\n',
      'app/lib/setup.py': '',
      'top/pyproject.toml': '',
      'app/requirements/base.txt': 'six==1.0',
    }); // prettier-ignore
    expect(contents.warnings.map(({ place, message }) => [place.line, message])).toEqual([
      [4, expect.stringContaining('The package in "../gone" was not read')],
      [5, expect.stringContaining('"file:///else"')],
      [7, expect.stringContaining('"requirements/gone.txt" is not there')],
    ]);
  });

  it('takes from pip-compile and uv who needs what', async () => {
    const contents = await readFirst({
      'requirements-dev.txt': `flask==2.0.0
    # via
    #   -r requirements-dev.in
    #   flask-login (setup.cfg)
flask-login==0.6.0  # via -r requirements-dev.in
werkzeug==2.0.0 \\
    --hash=${sha('a')}
    # via flask, flask-login
`,
    });
    expect(summaryOf(contents)).toEqual([
      'pkg:pypi/flask@2.0.0 direct development 1',
      'pkg:pypi/flask-login@0.6.0 direct development 5',
      'pkg:pypi/werkzeug@2.0.0 transitive development 6',
    ]);
    expect(edgesOf(contents)).toContain('pkg:pypi/flask-login@0.6.0 -> pkg:pypi/werkzeug@2.0.0');
  });

  it.each([
    ['requirements.txt', true],
    ['app/requirements/base.txt', true],
    ['test-requirements.txt', true],
    ['requirements_dev.txt', true],
    ['notes.txt', false],
    ['requirements.md', false],
  ])('%s', async (path, known) => {
    const contents = readFirst({ [path]: 'six==1.0' });
    if (known) expect((await contents).components).toHaveLength(1);
    else await expect(contents).rejects.toThrow('no manifest');
  });

  it('normalises names as PEP 503 does', () => {
    for (const name of ['A.B', 'a-_.-b', 'Foo', 'x__y..z'])
      expect(normalName(name)).toBe(name.replace(/[-_.]+/g, '-').toLowerCase());
    expect(parsePypiRequirement('a (>=1,<2); x')).toEqual({ name: 'a', specifier: '>=1,<2', url: '' });
    expect(parsePypiRequirement('-x')).toBeNull();
  });
});

const pyproject = `[project]
name = "shop"
version = "1.0"
dependencies = ["A_pkg>=1", "gitdep @ git+https://github.com/o/gitdep"]
[dependency-groups]
test = ["t"]
[tool.poetry.group.dev.dependencies]
d = "^1"
`;

describe('poetry.lock', () => {
  const lock = `[[package]]
name = "a-pkg"
version = "1.10"
optional = false
groups = ["main"]
files = [{file = "a.whl", hash = "${sha('1')}"}]
[package.dependencies]
B = ">=2"
c = {version = "*", optional = true}

[[package]]
name = "b"
version = "2.0"
groups = ["main", "dev"]

[[package]]
name = "c"
version = "3.0"
category = "main"
optional = true

[[package]]
name = "d"
version = "4.0"
category = "dev"

[[package]]
name = "gitdep"
version = "0.1"
groups = ["main"]
[package.source]
type = "git"
url = "https://github.com/o/gitdep.git"
reference = "main"
resolved_reference = "abc"

[[package]]
name = "t"
version = "1"

[metadata]
lock-version = "2.0"
[metadata.files]
d = [{file = "d.whl", hash = "${sha('2')}"}]
`;

  it('reads old and new shapes, scopes and sources', async () => {
    const contents = await readFirst({ 'poetry.lock': lock, 'pyproject.toml': pyproject });
    expect(summaryOf(contents)).toEqual([
      'pkg:pypi/a-pkg@1.10 direct runtime 1',
      'pkg:pypi/b@2.0 transitive runtime 11',
      'pkg:pypi/c@3.0 transitive optional 16',
      'pkg:pypi/d@4.0 direct development 22',
      'pkg:pypi/gitdep@0.1?vcs_url=git%2Bhttps:%2F%2Fgithub.com%2Fo%2Fgitdep.git%40abc direct runtime 27',
      'pkg:pypi/t@1 direct test 37',
    ]);
    expect(componentOf(contents, 'd').hashes).toEqual([{ algorithm: 'SHA-256', value: '2'.repeat(64) }]);
    expect(edgesOf(contents)).toContain('pkg:pypi/a-pkg@1.10 -> pkg:pypi/b@2.0');
  });

  it('warns of what is no TOML, with its line', async () => {
    const { warnings } = await readFirst({ 'poetry.lock': `${lock}\n<<<<<<< HEAD\n` });
    expect(warnings).toMatchObject([{ place: { line: 46 }, message: expect.stringContaining('no valid TOML') }]);
    const deep = await readFirst({ 'poetry.lock': `${'a.'.repeat(100_000)}b = 1` });
    expect(deep.components).toEqual([]);
  });
});

it('uv.lock: workspace members, extras, groups, forks, git', async () => {
  const contents = await readFirst({
    'uv.lock': `version = 1
[[package]]
name = "shop"
version = "1.0"
source = { editable = "." }
dependencies = [{ name = "a" }, { name = "n", version = "1.0", marker = "python_version < '3.9'" }]
[package.optional-dependencies]
extra = [{ name = "o" }]
[package.dev-dependencies]
dev = [{ name = "g" }]

[[package]]
name = "a"
version = "1.0"
source = { registry = "https://pypi.org/simple" }
dependencies = [{ name = "n", version = "2.0" }]
sdist = { url = "https://files.example.org/a-1.0.tar.gz", hash = "${sha('1')}", size = 1 }
wheels = [{ url = "https://files.example.org/a.whl", hash = "${sha('2')}" }]

[[package]]
name = "g"
version = "0.1"
source = { git = "https://github.com/o/g?rev=main#abc" }

[[package]]
name = "n"
version = "1.0"
source = { registry = "https://pypi.org/simple" }

[[package]]
name = "n"
version = "2.0"
source = { registry = "https://pypi.org/simple" }

[[package]]
name = "o"
version = "1"
source = { path = "o-1.whl" }
`,
  });
  expect(summaryOf(contents)).toEqual([
    'pkg:pypi/a@1.0 direct runtime 12',
    'pkg:pypi/g@0.1?vcs_url=git%2Bhttps:%2F%2Fgithub.com%2Fo%2Fg%40abc direct development 20',
    'pkg:pypi/n@1.0 direct runtime 25',
    'pkg:pypi/n@2.0 transitive runtime 30',
    'pypi:o@1#o-1.whl direct optional 35',
  ]);
  expect(componentOf(contents, 'a').references).toEqual([
    { type: 'distribution', url: 'https://files.example.org/a-1.0.tar.gz' },
  ]);
});

it('pdm.lock: groups, requirements as edges, git', async () => {
  const contents = await readFirst({
    'pdm.lock': `[metadata]
groups = ["default", "dev"]
[[package]]
name = "a-pkg"
version = "1.0"
groups = ["default"]
dependencies = ["B>=1; python_version > '3'"]
files = [{file = "a.whl", hash = "${sha('1')}"}]
[[package]]
name = "b"
version = "1.1"
groups = ["default", "dev"]
[[package]]
name = "gitdep"
version = "0.1"
git = "https://github.com/o/gitdep"
revision = "abc"
groups = ["dev"]
`,
    'pyproject.toml': pyproject,
  });
  expect(summaryOf(contents)).toEqual([
    'pkg:pypi/a-pkg@1.0 direct runtime 3',
    'pkg:pypi/b@1.1 transitive runtime 9',
    'pkg:pypi/gitdep@0.1?vcs_url=git%2Bhttps:%2F%2Fgithub.com%2Fo%2Fgitdep%40abc direct development 13',
  ]);
});

it('pdm.lock: what a consumer can choose is optional, not of development', async () => {
  const contents = await readFirst({
    'pdm.lock': `[metadata]
[[package]]
name = "cloud"
version = "1"
groups = ["aws_tools", "dev"]
[[package]]
name = "lint"
version = "1"
groups = ["lint"]
`,
    'pyproject.toml': '[project]\nname = "p"\n[project.optional-dependencies]\naws-tools = ["cloud"]\n',
  });
  expect(contents.components).toMatchObject([
    { name: 'cloud', scope: 'optional' },
    { name: 'lint', scope: 'development' },
  ]);
});

it('Pipfile.lock: sections, and what is direct from the Pipfile', async () => {
  const contents = await readFirst({
    'Pipfile.lock': `{ "_meta": { "hash": {} },
  "default": {
    "django": { "hashes": ["${sha('1')}"], "version": "==4.2", "index": "pypi" },
    "gitdep": { "git": "https://github.com/o/g.git", "ref": "abc" },
    "local": { "path": ".", "editable": true },
    "wheel": { "file": "vendor/wheel-1.whl" },
    "old": { "hg": "https://hg.example.org/old", "ref": "0f1e" } },
  "develop": { "pytest": { "version": "==7.0" } } }`,
    Pipfile: '[packages]\nDjango = "*"\n[dev-packages]\npytest = "*"\n',
  });
  expect(summaryOf(contents)).toEqual([
    'pkg:pypi/django@4.2 direct runtime 3',
    'pkg:pypi/gitdep?vcs_url=git%2Bhttps:%2F%2Fgithub.com%2Fo%2Fg.git%40abc transitive runtime 4',
    'pypi:wheel@#vendor/wheel-1.whl transitive runtime 6',
    'pkg:pypi/old?vcs_url=hg%2Bhttps:%2F%2Fhg.example.org%2Fold%400f1e transitive runtime 7',
    'pkg:pypi/pytest@7.0 direct development 8',
  ]);
  // An editable folder is a project of the tree: it is in no registry, and its own files say more.
  expect(contents.projects.map(({ path, name }) => [path, name])).toEqual([['', 'local']]);
  const former = await readFirst({
    'app/Pipfile.lock': JSON.stringify({ default: { e1839a8: { path: '.' }, lib: { path: '../lib' } } }),
  });
  expect(former.projects.map(({ path, name }) => [path, name])).toEqual([
    ['app', ''],
    ['lib', 'lib'],
  ]);
  expect(former.components).toEqual([]);
});
