import { Readable } from 'node:stream';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { OidcProvider } from '../../../src/identities/sign-in/oidc-provider.js';
import type { Configuration } from '../../../src/platform/configuration/configuration.js';
import type { EgressClient } from '../../../src/platform/egress/egress-client.js';

const issuer = 'https://idp.example';
const oidc = { issuer, clientId: 'us', clientSecret: 's', scope: 'openid', groupsClaim: 'groups' };
const configuration = { oidc, publicUrl: 'https://stocktake.example' } as unknown as Configuration;

describe('groups that the ID token leaves out', () => {
  /** @param answers of the token endpoint, beside the ID token; and of the user-info endpoint, null: there is none */
  async function groupsWith(
    more: object,
    userInfo: object | null,
    scheme = 'https:',
  ): Promise<readonly string[] | null> {
    const { publicKey, privateKey } = await generateKeyPair('ES256');
    const payload = { sub: 'ada', nonce: 'n', email: 'ada@idp.example', email_verified: true };
    const token = new SignJWT(payload).setProtectedHeader({ alg: 'ES256', kid: '1' });
    const idToken = await token.setIssuer(issuer).setAudience('us').setIssuedAt().setExpirationTime('5m').sign(privateKey); // prettier-ignore
    const at = (path: string): string => `${issuer}/${path}`;
    const answers: Record<string, object> = {
      [at('.well-known/openid-configuration')]: {
        issuer,
        authorization_endpoint: at('auth'),
        token_endpoint: at('token'),
        jwks_uri: at('keys'),
        ...(userInfo && { userinfo_endpoint: at('me').replace('https:', scheme) }),
      },
      [at('keys')]: { keys: [{ ...(await exportJWK(publicKey)), kid: '1', alg: 'ES256' }] },
      [at('token')]: { id_token: idToken, ...more },
      [at('me')]: userInfo ?? {},
    };
    const send = (address: string) =>
      Promise.resolve({ status: 200, body: Readable.from([JSON.stringify(answers[address])]) });
    const provider = new OidcProvider(configuration, { send } as unknown as EgressClient);
    return (await provider.signIn('code', { verifier: 'v', nonce: 'n' })).groups;
  }

  it.each([
    ['asked for at the user-info endpoint', { access_token: 'a' }, { sub: 'ada', groups: ['ops'] }, ['ops']],
    ['none where nobody says them', { access_token: 'a' }, { sub: 'ada' }, []],
    ['none where there is no such endpoint', {}, null, []],
    ['unknown where it speaks of somebody else', { access_token: 'a' }, { sub: 'bob', groups: ['ops'] }, null],
    ['unknown where it cannot be asked', {}, { sub: 'ada', groups: ['ops'] }, null],
  ])('are %s', async (_what, more, userInfo, groups) => expect(await groupsWith(more, userInfo)).toEqual(groups));

  it('are unknown where the endpoint has an address without https', async () => {
    expect(await groupsWith({ access_token: 'a' }, { sub: 'ada', groups: ['ops'] }, 'http:')).toBeNull();
  });
});
