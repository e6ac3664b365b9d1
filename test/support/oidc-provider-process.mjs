/**
 * An OpenID Connect provider on the loopback, in a process of its own because it is an ES module. Anybody signs in with
 * a name; `verified-…` has a verified address. Groups are set by POST /groups. Prints its address.
 */
import { createServer } from 'node:https';
import Provider from 'oidc-provider';

const { cert, key, redirectUri, clientId, clientSecret, idTokenClaims } = JSON.parse(process.env.PROVIDER);

/** What is given for `groups`, by name; left out: no such claim. */
const groupsOf = new Map();

const accountOf = (id) => ({
  accountId: id,
  claims: () => ({
    sub: id,
    preferred_username: id,
    email: `${id.replace(/^(verified|other)-/, '')}@example.com`,
    email_verified: id.startsWith('verified-'),
    ...groupsOf.get(id),
  }),
});

const server = createServer({ cert, key });
server.listen(0, '127.0.0.1', () => {
  const issuer = `https://127.0.0.1:${server.address().port}`;
  const provider = new Provider(issuer, {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri] }],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['preferred_username', 'groups', '_claim_names'],
    },
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
  const answer = provider.callback();
  server.on('request', (request, response) => {
    if (request.url !== '/groups') return answer(request, response);
    let body = '';
    request.on('data', (text) => (body += text));
    request.on('end', () => {
      const { name, claims } = JSON.parse(body);
      groupsOf.set(name, claims);
      response.end();
    });
  });
  console.log(issuer);
});
