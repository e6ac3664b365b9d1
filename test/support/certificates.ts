import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** A certificate that proves itself, for servers of tests: trusted by whoever is handed it (RFC 5280). */
export function certificate(names: readonly string[], validUntil = new Date(Date.now() + 86_400_000)): Pair {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const ecdsaWithSha256 = der(0x30, Buffer.from('06082a8648ce3d040302', 'hex'));
  const commonName = der(0x30, Buffer.from('0603550403', 'hex'), der(0x0c, Buffer.from('Stocktake test')));
  const name = der(0x30, der(0x31, commonName));
  const subjectAltName = der(0x30, ...names.map(generalName));
  const toBeSigned = der(
    0x30,
    der(0xa0, Buffer.from('020102', 'hex')),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ...[
      ecdsaWithSha256,
      name,
      der(0x30, time(new Date(validUntil.getTime() - 2 * 86_400_000)), time(validUntil)),
      name,
    ],
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, der(0x30, der(0x30, Buffer.from('0603551d11', 'hex'), der(0x04, subjectAltName)))),
  );
  const signature = sign('sha256', toBeSigned, privateKey);
  const whole = der(0x30, toBeSigned, ecdsaWithSha256, der(0x03, Buffer.from([0]), signature));
  const lines = whole
    .toString('base64')
    .match(/.{1,64}/g)!
    .join('\n');
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

export interface Pair {
  readonly cert: string;
  readonly key: string;
}

function der(tag: number, ...contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  const head = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...head]), content]);
}

const time = (at: Date): Buffer => der(0x18, Buffer.from(at.toISOString().replace(/[-:T]|\.\d+/g, '')));

const generalName = (name: string): Buffer =>
  /^[\d.]+$/.test(name) ? der(0x87, Buffer.from(name.split('.').map(Number))) : der(0x82, Buffer.from(name));
