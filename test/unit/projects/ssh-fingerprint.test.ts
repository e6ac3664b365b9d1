import { spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InvalidSshKeyError, keyFingerprint } from '../../../src/projects/ssh-fingerprint.js';
import { describeIf } from '../../support/requirement.js';

const hasTool = spawnSync('ssh-keygen', ['-?']).error === undefined;

describeIf(hasTool, 'ssh-keygen is not installed')('fingerprints of SSH keys beside ssh-keygen', () => {
  it.each([
    ['ed25519', []],
    ['rsa', ['-b', '2048']],
    ['rsa', ['-b', '2048', '-m', 'PEM']],
    ['rsa', ['-b', '2048', '-m', 'PKCS8']],
    ['ecdsa', ['-b', '256']],
    ['ecdsa', ['-b', '521', '-m', 'PEM']],
  ])('are the same: %s %p', (type, options) => {
    const folder = mkdtempSync(join(tmpdir(), 'stocktake-key-'));
    const file = join(folder, 'key');
    spawnSync('ssh-keygen', ['-q', '-t', type, ...options, '-N', '', '-C', '', '-f', file]);
    const shown = spawnSync('ssh-keygen', ['-lf', file], { encoding: 'utf8' }).stdout.split(' ')[1];
    expect(keyFingerprint(readFileSync(file, 'utf8'))).toBe(shown);
    rmSync(folder, { recursive: true });
  });
});

describe('fingerprints of SSH keys', () => {
  it('are of the public key, whatever the container', () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const pem = (type: 'sec1' | 'pkcs8') => privateKey.export({ type, format: 'pem' }) as string;
    expect(keyFingerprint(pem('sec1'))).toBe(keyFingerprint(pem('pkcs8')));
    expect(keyFingerprint(pem('sec1'))).toMatch(/^SHA256:[A-Za-z0-9+/]{43}$/);
  });

  it.each([
    ...['', 'ssh-ed25519 AAAA', '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----', 'x'.repeat(20_000)],
    '-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n-----END OPENSSH PRIVATE KEY-----',
  ])('refuse %p', (text) => expect(() => keyFingerprint(text.slice(0, 20_000))).toThrow(InvalidSshKeyError));

  it('refuse a key with a passphrase', () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const pem = privateKey.export({ type: 'pkcs1', format: 'pem', cipher: 'aes-128-cbc', passphrase: 'x' }) as string;
    expect(() => keyFingerprint(pem)).toThrow(/passphrase/);
  });
});
