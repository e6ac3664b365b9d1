import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Configuration, loadConfiguration } from '../../../src/platform/configuration/configuration.js';
import { ConfigurationError } from '../../../src/platform/configuration/configuration-error.js';

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

  it.each(['localhost:6379', 'http://queue:6379', 'redis', 'redis://', '//queue'])(
    'refuses %s as the address of Redis, without repeating it',
    (url) => {
      expect(() => new Configuration({ REDIS_URL: url })).toThrow(/^REDIS_URL is no address of a Redis server: write/);
    },
  );

  it.each(['redis://queue:6379', 'rediss://:secret@queue:6380/1'])('takes %s as the address of Redis', (url) => {
    expect(new Configuration({ REDIS_URL: url }).redisUrl).toBe(url);
  });

  describe('with a file .env', () => {
    const folder = mkdtempSync(join(tmpdir(), 'stocktake-env-'));
    afterAll(() => rmSync(folder, { recursive: true }));
    const load = (text: string): Configuration => {
      writeFileSync(join(folder, '.env'), text);
      return loadConfiguration({}, join(folder, '.env'));
    };

    it('reads values, also quoted ones of several lines, comments and empty lines', () => {
      const configuration = load(
        '# comment\n\nPORT=4000\r\nexport HOST = "127.0.0.1"\nADMIN_PASSWORD="two\nlines" # end\n',
      );
      expect(configuration).toMatchObject({ port: 4000, host: '127.0.0.1', admin: { password: 'two\nlines' } });
    });

    it.each([
      ['PORT 4000', /^\.env, line 2: this is no setting/],
      ['PORT: 4000', /line 2/],
      ['=4000', /line 2/],
      ['ADMIN_PASSWORD="abc', /a value begins with " and has no " at its end/],
      ['NO_SUCH=1', /there is no setting NO_SUCH/],
    ])('refuses the line %s', (line, message) => {
      expect(() => load(`# first\n${line}\n`)).toThrow(message);
    });
  });
});
