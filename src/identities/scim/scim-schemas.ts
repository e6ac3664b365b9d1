/** Schemas and messages of SCIM 2.0 (RFC 7643, RFC 7644). */
export const scimUrns = {
  user: 'urn:ietf:params:scim:schemas:core:2.0:User',
  group: 'urn:ietf:params:scim:schemas:core:2.0:Group',
  list: 'urn:ietf:params:scim:api:messages:2.0:ListResponse',
  error: 'urn:ietf:params:scim:api:messages:2.0:Error',
  configuration: 'urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig',
  resourceType: 'urn:ietf:params:scim:schemas:core:2.0:ResourceType',
  schema: 'urn:ietf:params:scim:schemas:core:2.0:Schema',
} as const;

export const scimMediaType = 'application/scim+json';

const unsupported = { supported: false };

/** RFC 7643, 5. */
export const serviceProviderConfig = (base: string): object => ({
  schemas: [scimUrns.configuration],
  patch: { supported: true },
  bulk: { ...unsupported, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: 200 },
  changePassword: unsupported,
  sort: unsupported,
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Token of an organization',
      description: 'Authorization: Bearer, with a token of v1/scim/createToken',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
});

/** RFC 7643, 6. */
export const resourceTypes = (base: string): { id: string }[] =>
  (
    [
      ['User', 'Users', scimUrns.user],
      ['Group', 'Groups', scimUrns.group],
    ] as const
  ).map(([name, path, schema]) => ({
    schemas: [scimUrns.resourceType],
    id: name,
    name,
    endpoint: `/${path}`,
    schema,
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${name}` },
  }));

interface Attribute {
  readonly name: string;
  readonly type?: string;
  readonly multiValued?: boolean;
  readonly required?: boolean;
  readonly caseExact?: boolean;
  readonly uniqueness?: string;
  readonly subAttributes?: readonly Attribute[];
}

/** RFC 7643, 7; what is not said is as most attributes are. */
const attribute = ({ type = 'string', subAttributes, ...own }: Attribute): object => ({
  type,
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...own,
  ...(subAttributes && { subAttributes: subAttributes.map(attribute) }),
});

/** The attributes that are kept; others are taken and left aside. */
export const schemas = (base: string): { id: string }[] =>
  (
    [
      [
        scimUrns.user,
        'User',
        [
          { name: 'userName', required: true, uniqueness: 'server' },
          { name: 'externalId', caseExact: true },
          { name: 'active', type: 'boolean' },
          {
            name: 'emails',
            type: 'complex',
            multiValued: true,
            subAttributes: [{ name: 'value' }, { name: 'type' }, { name: 'primary', type: 'boolean' }],
          },
        ],
      ],
      [
        scimUrns.group,
        'Group',
        [
          { name: 'displayName', required: true, uniqueness: 'server' },
          { name: 'externalId', caseExact: true },
          {
            name: 'members',
            type: 'complex',
            multiValued: true,
            subAttributes: [{ name: 'value' }, { name: 'display' }],
          },
        ],
      ],
    ] as const
  ).map(([id, name, attributes]) => ({
    schemas: [scimUrns.schema],
    id,
    name,
    attributes: (attributes as readonly Attribute[]).map(attribute),
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${id}` },
  }));
