import { workerData } from 'node:worker_threads';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { asDatabaseError } from '../../platform/database/database-errors.js';
import { Database } from '../../platform/database/database.js';
import { answerQuestions } from '../../platform/process/thread.js';
import type { ComponentEvidence } from '../matching/evidence.js';
import { nobody, ResolutionEngine } from '../resolution-engine.js';

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
  const components = JSON.parse(question) as ComponentEvidence[];
  const gathered = await database.transaction(nobody, (sql) => engine.gather(sql, components));
  return JSON.stringify(await engine.judge(gathered));
});
