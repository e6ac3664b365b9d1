import { join } from 'node:path';
import { Worker, type MessagePort } from 'node:worker_threads';
import { TransientError } from '../../model/errors.js';
import { projectRoot } from '../project-root.js';

/** A thread's answer; text, because copying objects between threads costs more than parsing them. */
export type WorkerReply =
  { readonly answer: string } | { readonly error: { readonly message: string; readonly transient: boolean } };

/** A question to a thread, with ports for what is too long for one text (`port-stream.ts`). */
export interface WorkerTask {
  readonly text: string;
  readonly ports: readonly MessagePort[];
}

interface QueuedTask extends WorkerTask {
  readonly resolve: (answer: string) => void;
  readonly reject: (error: Error) => void;
}

interface PoolThread {
  readonly worker: Worker;
  task: QueuedTask | null;
  idleTimer: NodeJS.Timeout | null;
}

interface WorkerPoolLimits {
  /** Most threads; they are started when there are questions for them. */
  readonly maxThreads: number;
  readonly memoryMb: number;
  /** Size of the young generation: objects of one batch should die there. */
  readonly youngMb: number;
  /** An idle thread ends after this long and frees its memory. */
  readonly idleTimeoutMs: number;
}

/**
 * Threads of this process that answer questions with a compiled module of ours (see `answerQuestions`), each one at a
 * time, the questions in their order. A thread that dies takes one question with it, which fails as transient.
 */
export class WorkerPool {
  private readonly threads = new Set<PoolThread>();
  private readonly queue: QueuedTask[] = [];
  private closed = false;

  /** @param data the module's `workerData` */
  constructor(
    private readonly module: string,
    private readonly data: object,
    private readonly limits: WorkerPoolLimits,
  ) {}

  get size(): number {
    return this.limits.maxThreads;
  }

  /** Whether a thread is free. */
  get isFree(): boolean {
    return this.idleThread() !== undefined || this.threads.size < this.limits.maxThreads;
  }

  /** @throws TransientError when the thread ended before it answered, or the pool is closed */
  run(text: string, ports: readonly MessagePort[] = []): Promise<string> {
    if (this.closed) return Promise.reject(threadEnded());
    return new Promise((resolve, reject) => {
      this.queue.push({ text, ports, resolve, reject });
      this.dispatch();
    });
  }

  /** Ends all threads; open questions fail as transient. */
  async close(): Promise<void> {
    this.closed = true;
    for (const question of this.queue.splice(0)) question.reject(threadEnded());
    await Promise.all([...this.threads].map(({ worker }) => worker.terminate()));
  }

  private dispatch(): void {
    if (this.queue.length === 0) return;
    const thread = this.idleThread() ?? (this.threads.size < this.limits.maxThreads ? this.startThread() : null);
    if (!thread) return;
    const question = this.queue.shift()!;
    if (thread.idleTimer) clearTimeout(thread.idleTimer);
    thread.task = question;
    thread.worker.ref();
    const { text, ports } = question;
    thread.worker.postMessage({ text, ports } satisfies WorkerTask, ports);
  }

  private idleThread(): PoolThread | undefined {
    return [...this.threads].find(({ task: asked }) => asked === null);
  }

  private startThread(): PoolThread {
    const { memoryMb, youngMb } = this.limits;
    const worker = new Worker(join(projectRoot, 'dist', 'src', `${this.module}.js`), {
      workerData: this.data,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: youngMb },
      execArgv: ['--no-warnings'],
    });
    const thread: PoolThread = { worker, task: null, idleTimer: null };
    this.threads.add(thread);
    worker.on('message', (reply: WorkerReply) => this.onReply(thread, reply));
    worker.on('error', (error) => this.onExit(thread, error));
    worker.on('exit', () => this.onExit(thread));
    return thread;
  }

  private onReply(thread: PoolThread, reply: WorkerReply): void {
    const question = thread.task;
    thread.task = null;
    if ('answer' in reply) question?.resolve(reply.answer);
    else
      question?.reject(
        reply.error.transient ? new TransientError(reply.error.message) : new Error(reply.error.message),
      );
    thread.worker.unref();
    thread.idleTimer = setTimeout(() => this.retire(thread), this.limits.idleTimeoutMs).unref();
    this.dispatch();
  }

  /** Removed first, so that it gets no further question. */
  private retire(thread: PoolThread): void {
    this.threads.delete(thread);
    void thread.worker.terminate();
  }

  private onExit(thread: PoolThread, cause?: unknown): void {
    if (!this.threads.delete(thread)) return;
    if (thread.idleTimer) clearTimeout(thread.idleTimer);
    thread.task?.reject(threadEnded(cause));
    if (!this.closed) this.dispatch();
  }
}

const threadEnded = (cause?: unknown): TransientError =>
  new TransientError('a thread of this process ended', 5, { cause });
