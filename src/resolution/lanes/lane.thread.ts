import { workerData } from 'node:worker_threads';
import type { PoolConfig } from 'pg';
import { SingleConnection } from '../../platform/database/single-connection.js';
import { answerQuestions } from '../../platform/process/thread.js';
import type { ComponentEvidence } from '../matching/evidence.js';
import { ResolutionEngine } from '../resolution-engine.js';
import { outcomeText } from './outcome-text.js';

const engine = new ResolutionEngine();
const connection = new SingleConnection(workerData as PoolConfig);

answerQuestions(async (question) => {
  const outcomes = await engine.resolve(connection, JSON.parse(question) as ComponentEvidence[]);
  return outcomes.map(outcomeText).join('\n');
});
