import fc from 'fast-check';
import { randomBytes } from 'node:crypto';
import {
  isSealedWith,
  keyCheck,
  masterKey,
  open,
  reseal,
  seal,
  UnsealError,
} from '../../../src/platform/security/sealing.js';

const key = masterKey(randomBytes(32));
const other = masterKey(randomBytes(32));
const binding = ['project_secrets', 'org', 'project', 'deploy_key'];

describe('sealing', () => {
  it('gives back what was sealed, for the same binding', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.array(fc.string()), (value, place) => {
        expect(open([other, key], seal(key, Buffer.from(value), place), place)).toEqual(Buffer.from(value));
      }),
      { numRuns: 100 },
    );
  });

  it('opens nowhere but in its own place', () => {
    const sealed = seal(key, Buffer.from('secret'), binding);
    for (const moved of [
      [],
      ['project_secrets', 'org', 'project', 'password'],
      ['project_secrets', 'other', 'project', 'deploy_key'],
      ['project_secrets', 'orgp', 'roject', 'deploy_key'],
      [...binding, ''],
    ])
      expect(() => open([key], sealed, moved)).toThrow(UnsealError);
  });

  it('fails closed when any single byte has changed', () => {
    const sealed = seal(key, Buffer.from('secret'), binding);
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed);
      changed[at]! ^= 1;
      expect(() => open([key], changed, binding)).toThrow(UnsealError);
    }
    for (let length = 0; length < sealed.length; length += 1)
      expect(() => open([key], sealed.subarray(0, length), binding)).toThrow(UnsealError);
  });

  it('cannot be opened with another master key', () => {
    expect(() => open([other], seal(key, Buffer.from('secret'), binding), binding)).toThrow(UnsealError);
  });

  it('hides equal values and the length of short ones', () => {
    const sealed = ['deploy', 'deploy', 'x'.repeat(60)].map((value) => seal(key, Buffer.from(value), binding));
    expect(sealed[0]).not.toEqual(sealed[1]);
    expect(new Set(sealed.map((bytes) => bytes.length)).size).toBe(1);
    expect(sealed.some((bytes) => bytes.includes('deploy'))).toBe(false);
  });

  it('never uses a nonce twice', () => {
    const nonces = Array.from({ length: 10_000 }, () =>
      seal(key, Buffer.alloc(0), binding).subarray(9, 21).toString('hex'),
    );
    expect(new Set(nonces).size).toBe(nonces.length);
  });

  it('moves to another master key without being opened', () => {
    const moved = reseal([key], other, seal(key, Buffer.from('secret'), binding));
    expect([isSealedWith(key, moved), isSealedWith(other, moved)]).toEqual([false, true]);
    expect(open([other], moved, binding).toString()).toBe('secret');
    expect(() => open([key], moved, binding)).toThrow(UnsealError);
  });

  it('knows a master key again by a value that says nothing of it', () => {
    expect(keyCheck(key)).toBe(keyCheck(masterKey(key.key)));
    expect(keyCheck(key)).not.toBe(keyCheck(other));
    expect(() => masterKey(randomBytes(16))).toThrow(RangeError);
  });
});
