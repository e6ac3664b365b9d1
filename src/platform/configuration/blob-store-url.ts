import type { BlobStoreAccess } from '../storage/s3-blob-store.js';

const bucketName = /^[a-z0-9](?!.*\.\.)[a-z0-9.-]{1,61}[a-z0-9]$/;

/** `s3://KEY:SECRET@bucket/prefix?endpoint=https://host&region=name`; null where it is none. It holds a secret. */
export function parseBlobStoreUrl(text: string): BlobStoreAccess | null {
  if (!URL.canParse(text)) return null;
  const { protocol, hostname, username, password, pathname, searchParams, hash } = new URL(text);
  const region = searchParams.get('region') ?? 'us-east-1';
  const endpoint = searchParams.get('endpoint');
  const known = [...searchParams.keys()].every((name) => name === 'endpoint' || name === 'region');
  const prefix = pathname.replace(/^\/+|\/+$/g, '');
  const isValid =
    protocol === 's3:' &&
    bucketName.test(hostname) &&
    username !== '' &&
    password !== '' &&
    /^[a-z0-9-]{1,40}$/.test(region) &&
    /^[\w./-]{0,200}$/.test(prefix) &&
    !prefix.split('/').includes('..') &&
    (endpoint === null || isOrigin(endpoint));
  if (!isValid || !known || hash !== '') return null;
  try {
    return {
      bucket: hostname,
      prefix: prefix === '' ? '' : `${prefix}/`,
      region,
      endpoint: endpoint === null ? null : new URL(endpoint).origin,
      credentials: { accessKeyId: decodeURIComponent(username), secretAccessKey: decodeURIComponent(password) },
    };
  } catch {
    return null;
  }
}

function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, origin, href } = new URL(text);
  return protocol === 'https:' && href === `${origin}/`;
}
