import { openDataSource } from '../../src/data-source.js';
import { cloneDatabase } from '../support/postgres.js';

describe('the migrations', () => {
  it('make exactly the tables that the entities describe', async () => {
    const { url, drop } = await cloneDatabase();
    const dataSource = await openDataSource(url, 1);
    try {
      const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
      expect(upQueries.map(({ query }) => query)).toEqual([]);
    } finally {
      await dataSource.destroy();
      await drop();
    }
  });
});
