/** Work that a person waits for, and work that nobody waits for; each has worker slots of its own. */
export const queueNames = ['interactive', 'background'] as const;
export type QueueName = (typeof queueNames)[number];

export interface RetryPolicy {
  /** Starts in all, the first included; a worker that dies in the middle of the job has used one. */
  readonly attempts: number;
  readonly firstDelaySeconds: number;
  readonly maxDelaySeconds: number;
}

/** One kind of work. Rooms define theirs in `*.jobs.ts`; the handler is registered with `@Handles`. */
export interface Job<Payload extends object> {
  readonly name: string;
  /** Checked by class-validator whenever a run starts. Holds ids only: queue data is clear text, and is kept. */
  readonly payload: new () => Payload;
  readonly queue: QueueName;
  readonly retry: RetryPolicy;
  /** Longest that one attempt may take; then it counts as failed, whatever its worker still does. */
  readonly timeoutSeconds: number;
}

export interface JobDefinition<Payload extends object> {
  readonly name: string;
  readonly payload: new () => Payload;
  readonly queue?: QueueName;
  readonly retry?: Partial<RetryPolicy>;
  readonly timeoutSeconds?: number;
}

const defaultRetry: RetryPolicy = { attempts: 5, firstDelaySeconds: 5, maxDelaySeconds: 300 };
const defined = new Map<string, Job<object>>();

/** Defines a kind of work, once for the whole service: `export const ImportSbom = defineJob({ name: 'sbom.import', … })`. */
export function defineJob<Payload extends object>(definition: JobDefinition<Payload>): Job<Payload> {
  const { name, payload, queue = 'background', retry, timeoutSeconds = 3600 } = definition;
  if (!/^[a-z][a-z0-9-]*(\.[a-z][a-z0-9-]*)+$/.test(name)) throw new Error(`"${name}" is no job name: use "room.verb"`);
  if (defined.has(name)) throw new Error(`Two jobs are named "${name}"`);
  const job: Job<Payload> = Object.freeze({
    name,
    payload,
    queue,
    retry: Object.freeze({ ...defaultRetry, ...retry }),
    timeoutSeconds,
  });
  defined.set(name, job);
  return job;
}

/** Every job of this process, in the order of definition. */
export const definedJobs = (): readonly Job<object>[] => [...defined.values()];
