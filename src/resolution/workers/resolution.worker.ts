import { workerData } from 'node:worker_threads';
import { SingleConnection, type ThreadConnection } from '../../platform/database/single-connection.js';
import { serveTasks } from '../../platform/process/worker-thread.js';
import type { ComponentEvidence } from '../matching/query/evidence.js';
import { ResolutionEngine } from '../resolution-engine.js';
import { serializeOutcome } from './serialized-outcome.js';

const engine = new ResolutionEngine();
const connection = new SingleConnection(workerData as ThreadConnection);

serveTasks(async (question) => {
  const outcomes = await engine.resolve(connection, JSON.parse(question) as ComponentEvidence[]);
  return outcomes.map(serializeOutcome).join('\n');
});
