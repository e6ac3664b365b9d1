import { Configuration, ConfigurationError } from '../../../src/platform/configuration/configuration.js';

describe('Configuration', () => {
  it('has a default for every setting', () => {
    const configuration = new Configuration({});
    expect(configuration).toMatchObject({
      port: 3000,
      sample: true,
      embedded: true,
      maxUploadBytes: 512 * 1024 * 1024,
    });
    expect([...configuration.roles]).toEqual(['api', 'worker', 'scheduler']);
    expect(configuration.publicUrl).toBe('http://localhost:3000');
  });

  it('names every wrong setting at once', () => {
    const read = (): Configuration =>
      new Configuration({ PORT: 'http', SAMPLE: 'yes', ROLES: 'api,cook', LOG_LEVEL: 'loud' });
    expect(read).toThrow(ConfigurationError);
    expect(read).toThrow(/PORT must be a whole number.*ROLES may hold only api, worker, scheduler.*LOG_LEVEL/s);
  });

  it('takes an empty variable as not set', () => {
    expect(new Configuration({ PORT: '', DATABASE_URL: ' ' })).toMatchObject({ port: 3000, embedded: true });
  });
});
