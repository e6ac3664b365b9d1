/** What openapi.json says before its operations. */

export const introduction = (description) => `${description}

## Token

Every request carries \`Authorization: Bearer <token>\`: the session JWT of \`POST v1/sessions/login\` (one hour), an API key of \`POST v1/users/createApiKey\`, or the JWT of an OpenID Connect issuer that the service trusts. The workbench uses a cookie instead; with it, every change must also carry \`X-CSRF-Protection: 1\`.

## Roles

In an organization, \`viewer\` reads, \`member\` reads and writes, and \`admin\` also manages members, rulesets and keys. A membership can be narrowed to teams. System administrators manage users and organizations. Each operation names who may call it. An object of another organization is answered as if it did not exist.

## Answers

A success is \`{ "data": …, "meta": { "total_count", "offset", "limit" } }\`. Lists take \`offset\` (default 0) and \`limit\` (default 100, at most 1000); \`meta.total_count\` is the length of the whole list, and the header \`Link\` leads to the other pages. \`addComponent\` answers with the entry itself, and downloads are the bytes of the document. Times are RFC 3339, identifiers UUIDs.

Answers of a kilobyte and more are compressed with Brotli or gzip where \`Accept-Encoding\` takes it, but those of sessions, users, webhooks and alarms, which hold secrets.

## Errors

Every error has the body \`Error\`: \`message\` says what is wrong and what to do, \`code\` is the HTTP status, \`reason\` is for programs, \`fields\` names every invalid field by its path, and \`request_id\` finds the request in the log. Unknown properties of a body are ignored; unknown parameters of a query are refused. 429 and 503 carry \`Retry-After\`, and the headers \`RateLimit-*\` show the limit before it is reached.

## Repeating requests

A change with an \`Idempotency-Key\` is carried out once: the same request with the same key is answered as before, without its secrets (\`meta.left_out\` names them). An import of the same file changes nothing.

## Updates at the same time

Updates of SBOMs, projects, rulesets, webhooks and channels take \`If-Match: "<updated_at>"\` and are refused with 412 if the object has changed since it was read; \`updated_at\` in the body does the same with 409 (updateProject takes the header only, because older clients send whole projects). Changes of many objects at once take no \`If-Match\`, because no single version stands for them all: where an operation can compare what its caller has read, its body has a field for it (\`unchanged_since\` of an entry in updateComponents, \`revision\` of a group in decide); otherwise the last one counts, and the audit log names them all.`;

export const tagDescriptions = {
  Alarms: 'Channels that send what is new to Slack, Microsoft Teams and e-mail.',
  Analyses: 'Analyses of projects: what their manifests and lock files name.',
  Audit: 'Who did what.',
  Catalogue: 'Packages, products and repositories that are known, and where the data comes from.',
  Components: 'The entries of SBOMs.',
  Jobs: 'Work that goes on after the answer.',
  'Keyless pipelines': 'Rules by which tokens of CI systems are exchanged for short-lived keys.',
  Licences: 'Licences of components: texts, obligations, the policy of an organization.',
  Monitoring: 'Regular analyses, and what they found to have changed.',
  Organizations: 'Organizations and their members.',
  Projects: 'Projects: software whose source the service analyses.',
  Resolution: 'Remembered decisions and patterns by which components are resolved.',
  Review: 'Components that wait for the decision of a person.',
  Rulesets: 'Rules, and what they say of SBOMs and projects.',
  SBOMs: 'SBOMs: importing, exporting, reporting.',
  Scores: 'Risk scores of packages, products and repositories.',
  Sessions: 'Logging in and out.',
  'Service accounts': 'Accounts of an organization that are no persons, and their API keys.',
  Sharing: 'Links with which people without an account see chosen SBOMs, reports and statements.',
  Signatures: 'Keys that sign exports, and keys whose signatures on imports are trusted.',
  Tags: 'Tags of projects.',
  Teams: 'Teams and their members.',
  Users: 'Users and their API keys.',
  Vulnerabilities: 'Known vulnerabilities of components, and statements on them (VEX).',
  Webhooks: 'Notifications of events.',
};

/** Who may call a route, by its permission (src/organizations/access/roles.ts). */
export const callers = {
  public: 'Requires no token.',
  authenticated: 'Any caller with a valid token.',
  viewer: 'Any member of the organization.',
  member: 'Members and administrators of the organization.',
  admin: 'Administrators of the organization.',
  sys_admin: 'System administrators.',
};
