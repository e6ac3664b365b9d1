import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { defaultLimits } from '../../src/formats/format.js';
import { PreparedProcesses } from '../../src/platform/process/prepared-processes.js';
import { uploadReaderModule } from '../../src/sboms/importing/sbom-readers.js';

const limits = { timeoutMs: 30_000 };

describe('processes that are started ahead', () => {
  let folder: string;
  const opened: PreparedProcesses[] = [];

  beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'stocktake-readers-'))));
  afterEach(() => opened.splice(0).forEach((processes) => processes.close()));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const open = (keptMs: number): PreparedProcesses => {
    const processes = new PreparedProcesses({ module: uploadReaderModule, memoryMb: 512, count: 2, keptMs });
    opened.push(processes);
    return processes;
  };
  const inputOf = (name: string): object => {
    const path = join(folder, `${name}.csv`);
    writeFileSync(path, `name,version\n${name},1\n`);
    return { path, spillFolder: join(folder, 'spill'), limits: defaultLimits };
  };
  const read = async (processes: PreparedProcesses, name: string): Promise<string> => {
    const { stdout, ended } = processes.run(inputOf(name), limits);
    const rows = await text(stdout);
    expect(await ended).toEqual({ end: 'finished', code: 0, stderr: '' });
    return rows;
  };

  it('serve one file each, at most two wait, and none for longer than the setting says', async () => {
    const processes = open(3_000);
    expect(processes.waitingCount).toBe(0);
    for (const name of ['alpha', 'beta', 'gamma', 'delta']) {
      const rows = await read(processes, name);
      expect([1, 2]).toContain(processes.waitingCount);
      expect(rows.match(/alpha|beta|gamma|delta/g)!.every((found) => found === name)).toBe(true);
    }
    for (const end = performance.now() + 60_000; processes.waitingCount < 2 && performance.now() < end;) await sleep(5);
    expect(processes.waitingCount).toBe(2);
    const { waiting } = processes as unknown as { waiting: { isWaiting: boolean; closed: Promise<unknown> }[] };
    const [...last] = waiting;
    await Promise.all(last.map(({ closed }) => closed));
    expect(processes.waitingCount).toBe(0);
  });

  it('read the same, whether they have waited or not', async () => {
    const processes = open(60_000);
    const ids = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
    const atOnce = await read(processes, 'same');
    await sleep(1_000);
    expect((await read(processes, 'same')).replace(ids, 'id')).toBe(atOnce.replace(ids, 'id'));
    expect(atOnce).toContain('same');
  });

  it('are replaced where they died, and end with the service', async () => {
    const processes = open(60_000);
    await read(processes, 'first');
    const { waiting } = processes as unknown as {
      waiting: { child: { kill(signal: string): void }; closed: Promise<unknown> }[];
    };
    const died = [...waiting];
    died.forEach(({ child }) => child.kill('SIGKILL'));
    await Promise.all(died.map(({ closed }) => closed));
    await read(processes, 'second');
    const left = [...(processes as unknown as { waiting: typeof died }).waiting];
    processes.close();
    await Promise.all(left.map(({ closed }) => closed));
    await read(processes, 'third');
    expect(processes.waitingCount).toBe(0);
  });

  it('are none where the setting says so', async () => {
    const processes = open(0);
    await read(processes, 'alone');
    expect(processes.waitingCount).toBe(0);
  });

  it('can be stopped by their time limit and by who started them', async () => {
    const processes = open(60_000);
    await read(processes, 'first');
    const never = new AbortController();
    const cancelled = processes.run(inputOf('cancelled'), limits, never.signal);
    never.abort();
    expect((await cancelled.ended).end).toBe('cancelled');
    expect((await processes.run(inputOf('slow'), { timeoutMs: 0 }).ended).end).toBe('time');
  });
});
