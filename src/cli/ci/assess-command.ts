import type { UploadView } from '../../sboms/uploading/upload.view.js';
import { terminalSafe } from '../terminal-safe.js';
import { exitCodes, UsageError } from '../usage.js';
import type { CiClient, ServiceAnswer } from './ci-client.js';
import { gateOf, gateOfUnread, isPending, parseFailOn, unread, type Gate } from './fail-on.js';
import { waitForImport } from './import-job.js';
import { reportFormats, type GatedView } from './report-formats.js';

/** Options of `upload` and `check`. */
export interface AssessOptions {
  readonly version?: string;
  readonly org?: string;
  readonly team?: string;
  readonly wait?: boolean;
  readonly timeout?: string;
  readonly 'fail-on'?: string;
  readonly format?: string;
}

/** One SBOM by its name, and the request that answers what its ruleset says. */
export interface AssessedFile {
  readonly name: string;
  ask(query: Record<string, string>): Promise<ServiceAnswer<UploadView>>;
}

/** `isRead` false: the file is still to be read, and the answer is of what the SBOM held before. */
type Answer = Pick<ServiceAnswer<UploadView>, 'data' | 'status'> & { readonly isRead: boolean };

/** Formats that are one document, whatever the number of SBOMs. */
const documents: ReadonlySet<string> = new Set(['json', 'sarif', 'junit']);

/** Asks what rulesets say of SBOMs, and writes it. */
export class Assessor {
  private readonly conditions: readonly string[];
  private readonly format: string;
  private readonly isWaiting: boolean;
  private readonly timeoutMs: number;
  private readonly assessments: GatedView[] = [];

  constructor(
    private readonly client: CiClient,
    private readonly options: AssessOptions,
  ) {
    this.conditions = parseFailOn(options['fail-on'] ?? '');
    // A variable that is not set would let everything pass.
    if (options['fail-on'] !== undefined && this.conditions.length === 0)
      throw new UsageError('--fail-on names no condition; leave it out where nothing is to stop the pipeline');
    this.format = options.format ?? 'table';
    if (!Object.hasOwn(reportFormats, this.format))
      throw new UsageError(`--format takes ${Object.keys(reportFormats).join(', ')}`);
    // What stops a pipeline must be assessed first.
    this.isWaiting = options.wait === true || this.conditions.length > 0;
    this.timeoutMs = secondsOf(options.timeout) * 1_000;
  }

  /** @returns the exit code */
  async assess(file: AssessedFile): Promise<number> {
    const { data: view, status, isRead } = await this.answerOf(file);
    const gate = isRead ? gateOf(view, this.conditions, status !== 202) : gateOfUnread(this.conditions);
    this.assessments.push({ view, gate });
    if (!documents.has(this.format)) this.write([{ view, gate }], true);
    return codes[gate.outcome];
  }

  /** @param isOne of a single SBOM; JSON is a list otherwise */
  end(isOne: boolean): void {
    if (documents.has(this.format) && this.assessments.length > 0) this.write(this.assessments, isOne);
  }

  private write(assessments: readonly GatedView[], isOne: boolean): void {
    process.stdout.write(reportFormats[this.format]!(assessments, isOne));
  }

  private async answerOf({ name, ask }: AssessedFile): Promise<Answer> {
    const endsAt = Date.now() + this.timeoutMs;
    const { data, meta, status } = await ask(this.queryOf(name));
    const again = async (): Promise<Answer> => ({
      ...(await this.client.check({ id: data.sbom.id, ...(this.isWaiting && { wait: 'true' }) })),
      isRead: true,
    });
    let answer: Answer = { data, status, isRead: true };
    if (status === 202 && data.changes === null && typeof meta.job_id === 'string') {
      process.stderr.write(`${terminalSafe(name)}: the service still reads the file\n`);
      if (!(await waitForImport(this.client, meta.job_id, endsAt))) {
        process.stderr.write(`${terminalSafe(name)}: ${unread}\n`);
        return { data, status, isRead: false };
      }
      answer = await again();
    }
    while (this.isWaiting && isOpen(answer) && Date.now() < endsAt) {
      const { pending_count, sbom } = answer.data;
      process.stderr.write(`${terminalSafe(name)}: ${pending_count} of ${sbom.entry_count} components are not assessed yet\n`); // prettier-ignore
      await new Promise((resolve) => setTimeout(resolve, pollMs));
      answer = await again();
    }
    return { ...answer, data: { ...answer.data, created: data.created, changes: data.changes } };
  }

  private queryOf(name: string): Record<string, string> {
    const { version, org, team } = this.options;
    return {
      name,
      ...(version !== undefined && { version }),
      ...(org !== undefined && { org_id: org }),
      ...(team !== undefined && { team_id: team }),
      ...(this.isWaiting && { wait: 'true' }),
    };
  }
}

const codes: Readonly<Record<Gate['outcome'], number>> = {
  passed: exitCodes.done,
  stopped: exitCodes.stopped,
  undecided: exitCodes.undecided,
};

const pollMs = 1_000;

/** Whether waiting may still change what is said; an SBOM without components stays pending. */
const isOpen = ({ data, status }: Answer): boolean => status === 202 || (isPending(data) && data.sbom.entry_count > 0);

function secondsOf(text = '600'): number {
  if (!/^\d{1,5}$/.test(text)) throw new UsageError('--timeout must be a whole number of seconds');
  return Number(text);
}
