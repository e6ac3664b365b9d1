/**
 * A named step of the service at which a process dies, stalls or fails: right before or after a method of one of its
 * own classes. The service knows nothing of it: the method is wrapped from outside, in a process that was started with
 * `arm-faults.mjs` in front, so nothing can be switched on where it is really used.
 */
export interface FaultStep {
  readonly name: string;
  readonly process: 'api' | 'worker';
  /** Below `dist/src`. */
  readonly module: string;
  /** The class whose method it is; left out for an exported function of a repository. */
  readonly owner?: string;
  readonly method: string;
  readonly when: 'before' | 'after';
  /** Only where the run at hand (the result's or the first argument's) is of this job. */
  readonly job?: string;
  /** Only where the first argument is this. */
  readonly argument?: string;
}

/** `kill`: SIGKILL. `stop`: SIGSTOP, as on a machine that hangs. `full`: the disk is full. */
export type FaultAction = 'kill' | 'stop' | 'full';

type Place = Omit<FaultStep, 'name' | 'process' | 'when'>;

const at =
  (process: FaultStep['process']) =>
  (place: Place) =>
  (name: string, when: FaultStep['when']): FaultStep => ({ name, process, when, ...place });
const api = at('api');
const worker = at('worker');

const importing = 'sboms/importing';
const blobs = { module: 'platform/storage/blob-store', owner: 'BlobStore' };
const imports = { module: `${importing}/imports.service`, owner: 'ImportsService' };
const handler = { module: `${importing}/import.handler`, owner: 'ImportHandler' };
const importer = { module: `${importing}/sbom-importer`, owner: 'SbomImporter' };
const importRows = { module: `${importing}/imports.repository` };
const queues = { module: 'jobs/queues', owner: 'Queues', method: 'deliver' };
const attempt = { module: 'jobs/attempt', owner: 'Attempt', method: 'progress' };
const claim = { module: 'jobs/executor', owner: 'Executor', method: 'claim' };
const executor = { module: 'jobs/executor', owner: 'Executor', method: 'recordEnd' };
const resolver = { module: 'sboms/resolving/sbom-resolver', owner: 'SbomResolver' };
const pending = { module: 'sboms/resolving/pending.repository' };
const resolving = { module: 'sboms/resolving/resolve.handler', owner: 'ResolveHandler', method: 'handle' };
const scoring = { module: 'sboms/scoring/score.handler', owner: 'ScoreHandler', method: 'handle' };
const scorer = { module: 'sboms/scoring/component-scorer', owner: 'ComponentScorer' };
const analyzer = { module: 'projects/analyzing/project-analyzer.service', owner: 'ProjectAnalyzer' };

/** From the request to the row in the outbox. */
export const uploadSteps: readonly FaultStep[] = [
  api({ ...imports, method: 'authorizeImport' })('upload: admitted', 'after'),
  api({ ...blobs, method: 'write' })('upload: before the body', 'before'),
  api({ ...blobs, method: 'write' })('upload: written to a draft', 'after'),
  api({ ...blobs, method: 'put' })('upload: in the store', 'after'),
  api({ ...imports, method: 'accept' })('upload: before the transaction', 'before'),
  api({ ...importRows, method: 'insertImport' })('upload: written, not committed', 'after'),
  api({ ...imports, method: 'accept' })('upload: committed, not answered', 'after'),
];

/** From the outbox to the visible import, and what follows from it. */
export const importSteps: readonly FaultStep[] = [
  worker({ ...claim, job: 'sbom.import' })('import: claimed', 'after'),
  worker({ ...handler, method: 'handle' })('import: begun', 'before'),
  worker({ ...handler, method: 'importFile' })('import: file verified', 'before'),
  worker({ ...attempt, argument: 'reading' })('import: half read', 'before'),
  worker({ ...attempt, argument: 'writing' })('import: rows staged', 'before'),
  worker({ ...handler, method: 'publish' })('import: before the change', 'before'),
  worker({ ...importRows, method: 'claimVisibility' })('import: number taken', 'after'),
  worker({ ...importer, method: 'replace' })('import: content replaced', 'after'),
  worker({ ...importRows, method: 'makeImportVisible' })('import: visible, not committed', 'after'),
  worker({ ...importer, method: 'queueNextStage' })('import: what follows is queued, not committed', 'after'),
  worker({ ...handler, method: 'publish' })('import: completed, not committed', 'after'),
  worker({ ...importer, method: 'import' })('import: committed', 'after'),
  worker({ ...executor, job: 'sbom.import' })('import: before the end is written', 'before'),
  worker({ ...executor, job: 'sbom.import' })('import: before the queue is told', 'after'),
  worker({ ...claim, job: 'sbom.resolve' })('resolution: claimed', 'after'),
  worker(resolving)('resolution: begun', 'before'),
  worker({ ...pending, method: 'nextEntries' })('resolution: entries read', 'after'),
  worker({ ...pending, method: 'writeResolvedEntries' })('resolution: written, not committed', 'after'),
  worker({ ...resolver, method: 'write' })('resolution: a batch committed', 'after'),
  worker({ ...resolver, method: 'withUpdatedCounts' })('resolution: settled, not committed', 'after'),
  worker(resolving)('resolution: committed', 'after'),
  worker({ ...executor, job: 'sbom.resolve' })('resolution: before the queue is told', 'after'),
  worker({ ...claim, job: 'sbom.score' })('scoring: claimed', 'after'),
  worker(scoring)('scoring: begun', 'before'),
  worker({ ...scorer, method: 'score' })('scoring: written, not committed', 'after'),
  worker({ ...scorer, method: 'updateFigures' })('scoring: summed up, not committed', 'after'),
  worker(scoring)('scoring: committed', 'after'),
  worker(queues)('relay: marked, not delivered', 'before'),
  worker(queues)('relay: delivered', 'after'),
];

export const analysisSteps: readonly FaultStep[] = [
  worker({ ...claim, job: 'project.analyze' })('analysis: claimed', 'after'),
  worker({ ...analyzer, method: 'analyze' })('analysis: begun', 'before'),
  worker({ ...analyzer, method: 'fetch' })('analysis: fetched', 'after'),
  worker({ ...importer, method: 'replace' })('analysis: SBOM replaced, not committed', 'after'),
  worker({ ...importer, method: 'queueNextStage' })('analysis: what follows is queued, not committed', 'after'),
  worker({ ...analyzer, method: 'readSource' })('analysis: committed', 'after'),
];

const report = { module: 'sboms/exporting/export.service', owner: 'ExportService' };
const exportSource = { module: 'sboms/exporting/export-sources', owner: 'SbomExportSource' };
export const exportSteps: readonly FaultStep[] = [
  api({ ...report, method: 'requestedSboms' })('export: chosen', 'after'),
  api({ ...report, method: 'serializedSbom' })('export: read', 'after'),
  api({ ...exportSource, method: 'components' })('export: half written', 'before'),
];
