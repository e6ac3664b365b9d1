import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { scriptOf } from '../../../src/platform/process/child-process.js';

describe('the script of a child process', () => {
  let dist: string;
  beforeEach(() => {
    dist = mkdtempSync(join(tmpdir(), 'stocktake-dist-'));
    mkdirSync(join(dist, 'src'));
  });
  afterEach(() => rmSync(dist, { recursive: true }));

  const write = (name: string, seconds: number): void => {
    writeFileSync(join(dist, name), '');
    utimesSync(join(dist, name), seconds, seconds);
  };
  const chosen = (): string => scriptOf('reader.child', dist).slice(dist.length + 1);

  it('is the module where there is no bundle', () => {
    expect(chosen()).toBe('src/reader.child.js');
  });

  it('is the bundle of the last build, also where only the programs were installed', () => {
    write('src/reader.child.bundle.cjs', 2_000);
    expect(chosen()).toBe('src/reader.child.bundle.cjs');
    write('.tsbuildinfo', 2_000);
    expect(chosen()).toBe('src/reader.child.bundle.cjs');
  });

  it('is the module where sources were compiled after the bundle', () => {
    write('src/reader.child.bundle.cjs', 2_000);
    write('.tsbuildinfo', 2_001);
    expect(chosen()).toBe('src/reader.child.js');
  });
});
