import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync, rmSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '../../src/platform/project-root.js';
import { cloneDatabase, type TestDatabase } from '../support/postgres.js';
import { freePort } from '../../src/platform/embedded/free-port.js';
import { makeDataFolder, ServiceProcess } from '../support/service-process.js';

/** Commands are run as people paste them: by a shell, in the project's folder, against a service that was started. */
describe('what the documentation tells people to type', () => {
  const dataDir = makeDataFolder();
  const outDir = mkdtempSync(join(tmpdir(), 'stocktake-tour-'));
  let database: TestDatabase;
  let service: ServiceProcess;

  beforeAll(async () => {
    database = await cloneDatabase();
    const masterKeyFile = join(outDir, 'master.key');
    writeFileSync(masterKeyFile, randomBytes(32).toString('base64'), { mode: 0o600 });
    const environment = {
      DATA_DIR: dataDir,
      MASTER_KEY_FILE: masterKeyFile,
      PORT: String(await freePort()),
      DATABASE_URL: database.url,
      SAMPLE: 'true',
    };
    service = await new ServiceProcess(environment).ready();
    await service.says('Ctrl+C stops the service');
  });
  afterAll(async () => {
    await service?.kill('SIGTERM');
    await database?.drop();
    for (const folder of [dataDir, outDir]) rmSync(folder, { recursive: true, force: true });
  });

  it('the first start shows what became of the sample', () => {
    expect(service.stdout).toMatch(
      /^log4j-core +2\.14\.1 +pkg:maven\/org\.apache\.log\S+ +github\.com\/apache\/logging-log4j2 .*resolved$/m,
    );
    expect(service.stdout).toMatch(/ partial-resolution$/m);
    expect(service.stdout).toMatch(/^webshop-pricing-engine +3\.4\.0 +(no|partial)-resolution$/m);
    const [, components, resolved] = /^(\d+) components: (\d+) resolved/m.exec(service.stdout) ?? [];
    expect(Number(components)).toBe(43);
    expect(Number(resolved)).toBeGreaterThanOrEqual(34);
  });

  it('the README’s tour', async () => {
    const readme = readFileSync(join(projectRoot, 'README.md'), 'utf8');
    const blocks = [...readme.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block]) => block as string);
    expect(blocks.length).toBeGreaterThan(5);
    const output = await paste(blocks.join('\n').replaceAll(' -o webshop.', ` -o ${outDir}/readme.`));
    expect(output).toMatch(/^43$/m);
    expect(output).toContain('event: end');
    expect(read('readme.cyclonedx.json')).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: {} } });
    expect(read('readme.cyclonedx.json').components).toHaveLength(43);
    expect(read('readme.spdx.json')).toMatchObject({ spdxVersion: 'SPDX-2.3' });
  });

  it('the commands that the first start prints', async () => {
    const commands = service.stdout.split('The main steps, ready to paste:\n')[1]?.split('The API is described')[0];
    const output = await paste((commands ?? '').replaceAll(' -o my-shop.', ` -o ${outDir}/printed.`));
    expect(output).toMatch(/^43$/m);
    expect(output).toMatch(/^(\{.*\})?resolved$/m);
    expect(read('printed.cyclonedx.json').components).toHaveLength(43);
    expect(read('printed.spdx.json')).toMatchObject({ spdxVersion: 'SPDX-2.3' });
  });

  const read = (name: string): any => JSON.parse(readFileSync(join(outDir, name), 'utf8'));

  async function paste(commands: string): Promise<string> {
    const password = /^ {2}password {2}(\S+)$/m.exec(service.stdout)?.[1] ?? '';
    const shell = spawn('bash', ['-euo', 'pipefail'], {
      cwd: projectRoot,
      env: { ...process.env, API: service.url, PASSWORD: password },
    });
    let output = '';
    for (const stream of [shell.stdout, shell.stderr]) stream.on('data', (data: Buffer) => (output += data.toString()));
    shell.stdin.end(commands);
    const code = await new Promise((resolve) => shell.once('close', resolve));
    if (code !== 0) throw new Error(`The commands ended with ${code as number}:\n${output}`);
    return output;
  }
});
