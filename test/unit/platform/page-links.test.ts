import { linksOf } from '../../../src/platform/http/envelope.js';

const page = (offset: number, limit: number, total_count: number): string =>
  linksOf('/v1/users/getUsers?q=a%20%3E%22&offset=1', { offset, limit, total_count });
const link = (offset: number, rel: string, limit = 10): string =>
  `</v1/users/getUsers?q=a+%3E%22&offset=${offset}&limit=${limit}>; rel="${rel}"`;

describe('links of pages', () => {
  it('lead to the pages that there are', () => {
    expect(page(0, 10, 35)).toBe([link(0, 'first'), link(10, 'next'), link(30, 'last')].join(', '));
    expect(page(15, 10, 35)).toBe([link(0, 'first'), link(5, 'prev'), link(25, 'next'), link(30, 'last')].join(', '));
    expect(page(30, 10, 35)).toBe([link(0, 'first'), link(20, 'prev'), link(30, 'last')].join(', '));
    expect(page(0, 10, 10)).toBe([link(0, 'first'), link(0, 'last')].join(', '));
    expect(page(4, 10, 0)).toBe([link(0, 'first'), link(0, 'prev'), link(0, 'last')].join(', '));
  });

  it('are not made of other answers', () => {
    expect([linksOf('/x', undefined), linksOf('/x', { total_count: 1, offset: 0 })]).toEqual(['', '']);
  });
});
