/** @own-modules It defines jobs, each of which every service of the process must handle. */
import { defineJob } from '../../../src/jobs/job.js';

class Nothing {}

describe('defineJob', () => {
  it('fills in what is not said', () => {
    expect(defineJob({ name: 'test.plain', payload: Nothing, retry: { attempts: 2 } })).toMatchObject({
      queue: 'background',
      retry: { attempts: 2, firstDelaySeconds: 5, maxDelaySeconds: 300 },
      timeoutSeconds: 3600,
    });
  });

  it('refuses a second job of the same name', () => {
    defineJob({ name: 'test.twice', payload: Nothing });
    expect(() => defineJob({ name: 'test.twice', payload: Nothing })).toThrow('Two jobs have the name "test.twice"');
  });

  it.each(['', 'noroom', 'Upper.case', 'a.b c', 'a..b', '.a', 'a:b.c'])('refuses "%s" as a name', (name) => {
    expect(() => defineJob({ name, payload: Nothing })).toThrow('Invalid job name');
  });
});
