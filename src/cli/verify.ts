import { readFile } from 'node:fs/promises';
import { keyFault, publicKeyFromPem, type TrustedKey } from '../formats/signatures/keys.js';
import type { BomSignature } from '../model/document.js';
import { ProgressLine } from './progress-line.js';
import { SbomFile } from './sbom-file.js';
import { terminalSafe } from './terminal-safe.js';
import { exitCodes, UsageError } from './usage.js';

/** Verifies the signatures in and around a file: one line each, with state, form, key and reason. */
export async function verify(path: string, keyFile: string | undefined): Promise<number> {
  const keys = keyFile === undefined ? [] : [await trustedKey(keyFile)];
  const progress = new ProgressLine(process.stderr);
  const signatures = await SbomFile.use(path, progress, (sbom) => sbom.signatures(), keys);
  progress.end();
  for (const signature of signatures) process.stdout.write(`${lineOf(signature)}\n`);
  if (signatures.length === 0) process.stdout.write('not signed\n');
  const isValid = signatures.some(({ status }) => status === 'valid');
  const isRefuted = signatures.some(({ status }) => status === 'invalid');
  return isValid && !isRefuted ? exitCodes.done : exitCodes.warned;
}

const lineOf = ({ status, kind, key, message }: BomSignature): string =>
  [status, kind, key, message].map(terminalSafe).join('\t');

async function trustedKey(file: string): Promise<TrustedKey> {
  const pem = await readFile(file, 'utf8');
  const key = publicKeyFromPem(pem);
  if (key === null) throw new UsageError(`${terminalSafe(file)} is not a public key or certificate in PEM`);
  const fault = keyFault(key);
  if (fault !== null) throw new UsageError(`The key in ${terminalSafe(file)} ${fault}`);
  return { name: file, keyId: '', pem };
}
