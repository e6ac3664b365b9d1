import type { Setting } from './setting.js';

/** Who vouches for people besides the service: a provider of OpenID Connect, and an LDAP directory. */
export const signInSettings = {
  OIDC_ISSUER: { kind: 'text', default: '', help: 'Issuer of an outside OpenID Connect provider; empty: none.' },
  OIDC_AUDIENCE: { kind: 'text', default: '', help: 'Audience that tokens of that issuer must carry.' },
  OIDC_JWKS_URL: { kind: 'text', default: '', help: 'Where that issuer publishes its keys.' },
  OIDC_CLIENT_ID: {
    kind: 'text',
    default: '',
    help: 'Client that people sign in to the workbench with at OIDC_ISSUER, with the redirect address PUBLIC_URL/signin; empty: by password alone.',
  },
  OIDC_CLIENT_SECRET: { kind: 'text', default: '', help: 'Secret of that client.' },
  OIDC_NAME: { kind: 'text', default: 'your organization', help: 'Name of that provider on the sign-in page.' },
  OIDC_CREATE_USERS: {
    kind: 'boolean',
    default: '',
    help: 'Whether strangers get an account, in no organization. false: only those come in who have one, known to the provider or, at the sign-in, with an e-mail address that the provider has verified. Empty: a bearer token of the issuer makes one, a sign-in does not.',
  },
  OIDC_SCOPE: {
    kind: 'text',
    default: 'openid email profile',
    help: 'What a sign-in asks that provider for; some give groups only for a scope of their own, such as groups.',
  },
  OIDC_GROUPS_CLAIM: {
    kind: 'text',
    default: 'groups',
    help: 'Claim with the groups of who signs in, or the path to it, such as realm_access.roles; organizations map them to roles and teams. Empty: groups are not read.',
  },
  LDAP_URL: {
    kind: 'text',
    default: '',
    help: 'LDAP directory whose passwords are taken at logins, ldaps://HOST or ldap://HOST (upgraded to TLS at once); an address inside must be in OUTSIDE_OPENED. Empty: none.',
  },
  LDAP_BIND_DN: { kind: 'text', default: '', help: 'Account of the service in the directory, which may search.' },
  LDAP_BIND_PASSWORD: { kind: 'text', default: '', help: 'Password of that account.' },
  LDAP_BASE_DN: {
    kind: 'text',
    default: '',
    help: 'Below which people are looked for, such as ou=people,dc=acme,dc=com.',
  },
  LDAP_USER_FILTER: {
    kind: 'text',
    default: '(&(objectClass=person)(|(uid={username})(sAMAccountName={username})))',
    help: 'Filter that finds the one person; {username} is what was entered. With a group in it, only its members come in.',
  },
  LDAP_ID_ATTRIBUTE: {
    kind: 'text',
    default: 'entryUUID',
    help: 'Attribute of people that is never given to anybody else; objectGUID for Active Directory.',
  },
  LDAP_GROUP_ATTRIBUTE: {
    kind: 'text',
    default: 'memberOf',
    help: 'Attribute of people with the names of their groups, which organizations map as written. Empty: groups are not read from it.',
  },
  LDAP_GROUP_BASE_DN: {
    kind: 'text',
    default: '',
    help: 'Below which groups are looked for; their cn is what organizations map. Empty: they are not looked for.',
  },
  LDAP_GROUP_FILTER: {
    kind: 'text',
    default: '(member={dn})',
    help: 'Filter that finds the groups of a person; {dn} is the name of the entry.',
  },
} as const satisfies Record<string, Setting>;
