import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KeyRing } from '../../../src/platform/security/key-ring.js';
import { masterKey, open, seal, type MasterKey } from '../../../src/platform/security/sealing.js';

describe('the master keys of a running process', () => {
  const folder = mkdtempSync(join(tmpdir(), 'stocktake-ring-'));
  const path = join(folder, 'master.key');
  afterAll(() => rmSync(folder, { recursive: true }));

  const newKey = (): MasterKey => masterKey(randomBytes(32));
  const textOf = (...keys: MasterKey[]): string => keys.map(({ key }) => `${key.toString('base64')}\n`).join('');
  const opens = (ring: KeyRing, key: MasterKey): boolean => {
    const sealed = seal(key, Buffer.from('value'), ['place']);
    return open(ring.keysFor(sealed), sealed, ['place']).toString() === 'value';
  };

  it('open what a key encrypted that came by writing, by renaming and by the swap of a link', () => {
    const [first, ...others] = [newKey(), newKey(), newKey(), newKey()] as const;
    writeFileSync(path, textOf(first));
    const ring = new KeyRing(path, [first], first);
    writeFileSync(path, textOf(others[0], first));
    expect(opens(ring, others[0])).toBe(true);

    writeFileSync(`${path}.new`, textOf(others[1], first));
    renameSync(`${path}.new`, path);
    expect(opens(ring, others[1])).toBe(true);

    // Kubernetes: the file is a link through a link to a folder, which is swapped.
    rmSync(path);
    for (const [name, key] of [
      ['one', first],
      ['two', others[2]],
    ] as const) {
      mkdirSync(join(folder, name));
      writeFileSync(join(folder, name, 'master.key'), textOf(key));
      symlinkSync(name, join(folder, 'data.new'));
      renameSync(join(folder, 'data.new'), join(folder, 'data'));
      if (name === 'one') symlinkSync('data/master.key', path);
    }
    expect(opens(ring, others[2])).toBe(true);
  });

  it('encrypt with what the database says, whatever the order in the file', () => {
    const [first, next] = [newKey(), newKey()];
    writeFileSync(path, textOf(next, first));
    const ring = new KeyRing(path, [first], first);
    ring.readFile();
    expect(ring.sealingKey).toBe(first);
    expect([ring.follow(next.id), ring.sealingKey.id]).toEqual([true, next.id]);
    expect([ring.follow(null), ring.follow(newKey().id), ring.sealingKey.id]).toEqual([true, false, next.id]);
  });

  it('stay when the file is away, broken or another’s', () => {
    const first = newKey();
    writeFileSync(path, textOf(first));
    const ring = new KeyRing(path, [first], first);
    for (const content of [textOf(newKey()), 'nonsense', '', null]) {
      if (content === null) rmSync(path);
      else writeFileSync(path, content);
      ring.readFile();
      expect([opens(ring, first), ring.sealingKey]).toEqual([true, first]);
    }
  });
});
