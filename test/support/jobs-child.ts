import { startJobsProcess, type JobsProcessOptions } from './jobs-process.js';

/** A worker in a process of its own, to be killed: options as JSON in the environment, a line when it is ready. */
async function main(): Promise<void> {
  const context = await startJobsProcess(JSON.parse(process.env.JOBS_PROCESS ?? '{}') as JobsProcessOptions);
  process.once('SIGTERM', () => void context.close().then(() => process.exit(0)));
  process.stdout.write('ready\n');
}

void main();
