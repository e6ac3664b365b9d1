import { workerData } from 'node:worker_threads';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { asDatabaseError } from '../../platform/database/database-errors.js';
import { Database } from '../../platform/database/database.js';
import { answerQuestions } from '../../platform/process/thread.js';
import type { ComponentEvidence } from '../matching/evidence.js';
import { ResolutionEngine } from '../resolution-engine.js';

const engine = new ResolutionEngine();
let opened: Promise<Database> | null = null;

async function open(): Promise<Database> {
  try {
    return new Database(await new DataSource(workerData as DataSourceOptions).initialize());
  } catch (error) {
    opened = null; // the next question tries again
    throw asDatabaseError(error);
  }
}

answerQuestions(async (question) => {
  const database = await (opened ??= open());
  return JSON.stringify(await engine.resolve(database, JSON.parse(question) as ComponentEvidence[]));
});
