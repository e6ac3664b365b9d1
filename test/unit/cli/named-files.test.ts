import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ciCommands } from '../../../src/cli/ci/ci-commands.js';
import { namedFiles } from '../../../src/cli/ci/named-files.js';

describe('files of a folder', () => {
  let folder: string;
  let said = '';

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'stocktake-'));
    said = '';
    jest.spyOn(process.stderr, 'write').mockImplementation((text) => {
      said += String(text);
      return true;
    });
    await mkdir(join(folder, 'sboms'));
    await writeFile(join(folder, 'cart.cdx.json'), '{}');
    await symlink(join(folder, 'cart.cdx.json'), join(folder, 'sboms', 'shop.cdx.json'));
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await rm(folder, { recursive: true });
  });

  it('are named where they are links, which are not followed', async () => {
    expect((await namedFiles([folder], undefined)).map(({ name }) => name)).toEqual(['cart']);
    expect(said).toContain(`${join(folder, 'sboms', 'shop.cdx.json')}: left out, because it is a link`);
  });

  it('are none where there are links only: the refusal says so', async () => {
    const links = namedFiles([join(folder, 'sboms')], undefined);
    await expect(links).rejects.toThrow('There is no file in');
    expect(said).toContain('shop.cdx.json: left out, because it is a link');
  });

  it('are those behind links that are named', async () => {
    const [link] = await namedFiles([join(folder, 'sboms', 'shop.cdx.json')], undefined);
    expect([link!.name, said]).toEqual(['shop', '']);
  });

  it('are named where the upload of several ends before them', async () => {
    const [first, second] = ['a.json', 'b.json'].map((name) => join(folder, name)) as [string, string];
    for (const file of [first, second]) await writeFile(file, '{}');
    const environment = process.env;
    process.env = { ...environment, STOCKTAKE_URL: 'http://127.0.0.1:9', STOCKTAKE_API_KEY: 'key' };
    try {
      await expect(ciCommands['upload']!([first, second])).rejects.toThrow();
    } finally {
      process.env = environment;
    }
    expect(said).toContain(`Ended at ${first}: it is not known whether it arrived\nnot uploaded: ${second}\n`);
  });
});
