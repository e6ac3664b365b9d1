import { Assessor } from '../../../src/cli/ci/assess-command.js';
import type { CiClient } from '../../../src/cli/ci/ci-client.js';

describe('an upload that the service has not read in time', () => {
  const before = {
    sbom: { id: 's', name: 'shop', version: '1', entry_count: 1, metrics: { coverage: { notExamined: 0, partly: 0 } } },
    created: false,
    changes: null,
    verdict: 'failed',
    pending_count: 0,
    vulnerabilities: [],
    severities: { critical: 1 },
    evaluation: { ruleset_name: 'Default', failing: 1, components: [], rules: [] },
  };
  let out: string;
  let errors: string;

  beforeEach(() => {
    [out, errors] = ['', ''];
    jest.spyOn(process.stdout, 'write').mockImplementation((text) => Boolean((out += String(text))));
    jest.spyOn(process.stderr, 'write').mockImplementation((text) => Boolean((errors += String(text))));
  });
  afterEach(() => jest.restoreAllMocks());

  async function assess(jobStatus: string, failOn?: string): Promise<number> {
    const client = {
      get: async () => ({ data: { status: jobStatus, error: null, reason: null } }),
      check: async () => ({ status: 200, data: before, meta: {} }),
    };
    const options = { timeout: '0', format: 'json', ...(failOn !== undefined && { 'fail-on': failOn }) };
    const assessor = new Assessor(client as unknown as CiClient, options);
    const ask = async () => ({ status: 202, data: before as never, meta: { job_id: 'j' } });
    const code = await assessor.assess({ name: 'shop', ask });
    assessor.end(true);
    return code;
  }

  it('is undecided: what is there is of the content before it', async () => {
    expect(await assess('running', 'failed,critical')).toBe(6);
    expect(JSON.parse(out).gate).toEqual({
      outcome: 'undecided',
      reasons: [expect.stringContaining('has not read the file')],
    });
  });

  it('is said to be so where no condition is given', async () => {
    expect(await assess('running')).toBe(0);
    expect(errors).toContain('shop: the service has not read the file in time');
  });

  it('stops where it was read', async () => expect(await assess('succeeded', 'failed')).toBe(5));
});
