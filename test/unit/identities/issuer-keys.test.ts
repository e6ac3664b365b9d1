import { exportJWK, generateKeyPair, SignJWT, type JWK } from 'jose';
import { Readable } from 'node:stream';
import { TransientError } from '../../../src/model/errors.js';
import { IssuerKeys } from '../../../src/identities/keyless/issuer-keys.js';
import type { EgressClient } from '../../../src/platform/egress/egress-client.js';

const issuer = 'https://ci.example.org';

describe('keys of an issuer', () => {
  let published: JWK[];
  let asked: number;
  let status: number;
  let keys: IssuerKeys;
  let now: number;

  const newKey = async (kid: string) => {
    const pair = await generateKeyPair('RS256');
    published.push({ ...(await exportJWK(pair.publicKey)), kid, alg: 'RS256' });
    return () => new SignJWT({ iss: issuer }).setProtectedHeader({ alg: 'RS256', kid }).sign(pair.privateKey);
  };

  beforeEach(() => {
    [published, asked, status, now] = [[], 0, 200, Date.now()];
    jest.spyOn(Date, 'now').mockImplementation(() => now);
    const send = (address: string): Promise<object> => {
      asked += 1;
      const answer = address.endsWith('/keys') ? { keys: published } : { issuer, jwks_uri: `${issuer}/keys` };
      return Promise.resolve({ status, body: Readable.from([JSON.stringify(answer)]) });
    };
    keys = new IssuerKeys({ send } as unknown as EgressClient);
  });
  afterEach(() => jest.restoreAllMocks());

  it('are read once for all who wait, also for a key that is new', async () => {
    const first = await newKey('first');
    await Promise.all(Array.from({ length: 20 }, async () => keys.verify(await first(), { issuer })));
    expect(asked).toBe(2);
    now += 60_000;
    const second = await newKey('second');
    const token = await second();
    await Promise.all(Array.from({ length: 20 }, () => keys.verify(token, { issuer })));
    expect(asked).toBe(4);
  });

  it('are kept where nobody answers the question for another one', async () => {
    const first = await newKey('first');
    await keys.verify(await first(), { issuer });
    now += 60_000;
    status = 500;
    const strange = await newKey('strange');
    await expect(keys.verify(await strange(), { issuer })).rejects.toBeInstanceOf(TransientError);
    await expect(keys.verify(await first(), { issuer })).resolves.toMatchObject({ iss: issuer });
    expect(asked).toBe(3);
    now += 600_000;
    await expect(keys.verify(await first(), { issuer })).rejects.toBeInstanceOf(TransientError);
  });
});
