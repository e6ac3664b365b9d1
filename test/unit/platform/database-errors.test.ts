import { TransientError } from '../../../src/model/errors.js';
import { asDatabaseError } from '../../../src/platform/database/database-errors.js';

const said = (error: object): unknown => asDatabaseError(Object.assign(new Error('…'), error));

describe('errors of the database', () => {
  it.each([
    { code: '55000', severity: 'FATAL' },
    { driverError: { code: '55000', severity: 'FATAL' } },
    { code: '53300', severity: 'FATAL' },
    { code: '57P01' },
    { code: 'ECONNREFUSED' },
    { driverError: { code: '08006' } },
  ])('%j: away for now', (error) => {
    expect(said(error)).toBeInstanceOf(TransientError);
  });

  it('tells whoever waited too long for a lock that the database is there', () => {
    const error = said({ driverError: { code: '55P03' } });
    expect(error).toBeInstanceOf(TransientError);
    expect((error as Error).message).toBe('Somebody else is changing this at the moment; try again');
  });

  it.each([{ code: '55000', severity: 'ERROR' }, { code: '23505', severity: 'ERROR' }, { code: '42601' }, {}])(
    '%j: stays what it is',
    (error) => {
      expect(said(error)).not.toBeInstanceOf(TransientError);
    },
  );
});
