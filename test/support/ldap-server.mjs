/** A small directory for tests: `ldaps` with the certificate of a test host. Run with the options as JSON. */
import { readFileSync } from 'node:fs';
import ldap from 'ldapjs';

const { key, certificate, service, people, groups } = JSON.parse(process.argv[2]);
const server = ldap.createServer({ key: readFileSync(key), certificate: readFileSync(certificate) });

const passwordOf = (dn) => (dn === service.dn ? service.password : people.find((one) => one.dn === dn)?.password);

server.bind('dc=acme,dc=example', (request, response, next) => {
  process.stdout.write(`bind ${request.dn.toString()}\n`);
  const expected = passwordOf(request.dn.toString());
  // As real servers do: without a password nobody is bound, and that succeeds.
  if (request.credentials !== '' && request.credentials !== expected) return next(new ldap.InvalidCredentialsError());
  const refusal = people.find((one) => one.dn === request.dn.toString())?.refusal;
  if (refusal) return next(new ldap[refusal]());
  response.end();
  return next();
});

server.search('dc=acme,dc=example', (request, response, next) => {
  process.stdout.write(`search ${request.filter.toString()}\n`);
  if (request.connection.ldap.bindDN.toString() !== service.dn) return next(new ldap.InsufficientAccessRightsError());
  // All of them, as they are written: ldapjs would leave out what is not in small letters.
  response.attributes = [];
  const entries = [...people, ...groups];
  for (const { dn, attributes } of entries)
    if (dn.endsWith(request.baseObject.toString()) && request.filter.matches(attributes))
      response.send({ dn, attributes });
  response.end();
  return next();
});

server.listen(0, '127.0.0.1', () => process.stdout.write(`listening ${server.port}\n`));
