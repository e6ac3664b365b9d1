import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartError } from '../../../src/platform/embedded/start-error.js';
import { makeMasterKeyFile, readMasterKeys } from '../../../src/platform/security/master-key-file.js';

describe('the master key file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'stocktake-keys-'));
  const path = join(folder, 'keys', 'master.key');
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is made once, for its owner only', () => {
    expect(readMasterKeys(path)).toBeNull();
    makeMasterKeyFile(path);
    const text = readFileSync(path, 'utf8');
    makeMasterKeyFile(path);
    expect(readFileSync(path, 'utf8')).toBe(text);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, 'keys')).mode & 0o777).toBe(0o700);
    expect(readdirSync(join(folder, 'keys'))).toEqual(['master.key']);
    expect(readMasterKeys(path)).toHaveLength(1);
  });

  it('may hold former keys below the current one', () => {
    const [current] = readMasterKeys(path)!;
    const former = Buffer.from(Array.from({ length: 32 }, (_, index) => index)).toString('base64');
    writeFileSync(path, `${current!.key.toString('base64')}\r\n${former}\n\n`);
    expect(readMasterKeys(path)!.map(({ key }) => key.toString('base64'))).toEqual([
      current!.key.toString('base64'),
      former,
    ]);
  });

  it.each([
    ['nothing', ''],
    ['text', 'change-me'],
    ['a short key', Buffer.alloc(16, 7).toString('base64')],
    ['zeros', Buffer.alloc(32).toString('base64')],
    ['hex', 'ab'.repeat(32)],
  ])('is refused with a sentence when it holds %s', (_what, text) => {
    writeFileSync(path, text);
    expect(() => readMasterKeys(path)).toThrow(StartError);
  });

  it('is refused with a sentence when it cannot be read', () => {
    expect(() => readMasterKeys(folder)).toThrow(/^MASTER_KEY_FILE .* cannot be read/);
  });
});
