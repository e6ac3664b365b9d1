import { pageOf } from '../../../../src/sboms/dependency-track/dependency-track.dto.js';

describe('a page that a client of Dependency-Track asks for', () => {
  const sizes = { standard: 100, max: 10_000 };

  it('is followed by the next one where the client asks for larger pages than there are', () => {
    expect(pageOf({ pageNumber: 1, pageSize: 1_000_000 }, sizes)).toEqual({ offset: 0, limit: 10_000 });
    expect(pageOf({ pageNumber: 2, pageSize: 1_000_000 }, sizes)).toEqual({ offset: 10_000, limit: 10_000 });
    expect(pageOf({ offset: 30_000, limit: 20_000 }, sizes)).toEqual({ offset: 30_000, limit: 10_000 });
  });

  it('has the size that was asked for, or the standard one', () => {
    expect(pageOf({ pageNumber: 3, pageSize: 50 }, sizes)).toEqual({ offset: 100, limit: 50 });
    expect(pageOf({ page: 2 }, sizes)).toEqual({ offset: 100, limit: 100 });
    expect(pageOf({}, sizes)).toEqual({ offset: 0, limit: null });
  });
});
