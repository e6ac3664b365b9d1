/** @own-modules It defines jobs, each of which every service of the process must handle. */
import { Analyst } from '../support/analyses.js';
import { backendsHere } from '../support/job-environment.js';
import { analysisSteps, exportSteps, importSteps, uploadSteps } from './fault-step.js';
import { FaultEnvironment } from './fault-environment.js';

jest.setTimeout(300_000);

describe.each(backendsHere())('killed at every step, queue on %s', (backend) => {
  let environment: FaultEnvironment;

  beforeAll(async () => {
    environment = await FaultEnvironment.open(backend);
    await environment.upload();
    await environment.quiet();
  });
  afterAll(() => environment?.close());

  it.each([...uploadSteps, ...importSteps].map((step) => [step.name, step] as const))('%s', async (_name, step) => {
    await environment.strikeAt(step);
    expect(await environment.violations()).toEqual([]);
  });

  it.each(analysisSteps.map((step) => [step.name, step] as const))('%s', async (_name, step) => {
    const { client, teamId } = environment;
    const analyst = new Analyst(undefined as never, environment as never);
    const aliases = [{ name: 'zlib' }, { name: 'left-pad', version: '1.3.0' }];
    const project_id = await analyst.project({ type: 'source_unavailable', source: '', aliases });
    let analysisId = '';
    await environment.strikeAt(step, 'kill', async () => {
      analysisId = (await client.post('v1/scanner/analyzeProject', { team_id: teamId, project_id })).body.data.id;
    });
    const { status, sbom_id } = await analyst.ended(analysisId);
    expect(status).toBe('finished');
    expect((await analyst.names(sbom_id)).sort()).toEqual(['left-pad@1.3.0', 'zlib@']);
    expect(await environment.violations()).toEqual([]);
  });

  it.each(exportSteps.map((step) => [step.name, step] as const))('%s', async (_name, step) => {
    const whole = () =>
      environment.client.post(
        'v1/report/getSBOM',
        { sbom_id: environment.sbomId },
        { sbom_type: 'CycloneDX', download: 'true' },
      );
    await environment.strikeAt(step, 'kill', () => whole().catch(() => null));
    const answer = await whole();
    expect(answer.status).toBe(200);
    expect(answer.body.components).toHaveLength(12);
    expect(await environment.violations()).toEqual([]);
  });
});
