import type { S3Client } from '@aws-sdk/client-s3';
import { listObjects } from '../../../src/projects/sources/s3/s3-objects.js';

const answering = (pages: readonly object[]): S3Client => {
  let asked = 0;
  return { send: () => Promise.resolve(pages[asked++]) } as unknown as S3Client;
};
const page = (key: string, more: object = {}) => ({ Contents: [{ Key: key, ETag: '"1"', Size: 1 }], ...more });

it('takes a list that ends before its end for no list', async () => {
  const target = { bucket: 'b', key: '' } as Parameters<typeof listObjects>[1];
  const whole = answering([page('a', { IsTruncated: true, NextContinuationToken: 'n' }), page('b')]);
  expect((await listObjects(whole, target)).map(({ key }) => key)).toEqual(['a', 'b']);
  const cut = answering([page('a', { IsTruncated: true })]);
  await expect(listObjects(cut, target)).rejects.toMatchObject({ status: 422 });
});
