/**
 * An OpenID Connect provider on the loopback, in a process of its own because it is an ES module. Anybody signs in with
 * a name; `verified-…` has a verified address. Prints its address.
 */
import { createServer } from 'node:https';
import Provider from 'oidc-provider';

const { cert, key, redirectUri, clientId, clientSecret, idTokenClaims } = JSON.parse(process.env.PROVIDER);

const accountOf = (id) => ({
  accountId: id,
  claims: () => ({
    sub: id,
    preferred_username: id,
    email: `${id.replace(/^(verified|other)-/, '')}@example.com`,
    email_verified: id.startsWith('verified-'),
  }),
});

const server = createServer({ cert, key });
server.listen(0, '127.0.0.1', () => {
  const issuer = `https://127.0.0.1:${server.address().port}`;
  const provider = new Provider(issuer, {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['preferred_username'] },
    conformIdTokenClaims: !idTokenClaims,
    pkce: { required: () => true, methods: ['S256'] },
    findAccount: (_context, id) => accountOf(id),
    cookies: { keys: ['only for tests'] },
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  server.on('request', provider.callback());
  console.log(issuer);
});
