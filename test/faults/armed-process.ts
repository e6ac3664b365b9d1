import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { projectRoot } from '../../src/platform/project-root.js';
import type { FaultAction, FaultStep } from './fault-step.js';

const startLimitMs = 240_000;

/** A process of the built service that can be told at which step to die, stall or fail. */
export class ArmedProcess {
  private constructor(readonly child: ChildProcess) {}

  /** @param ahead arguments of Node before all others. Resolves when it takes work. */
  static async start(environment: Record<string, string>, ahead: readonly string[] = []): Promise<ArmedProcess> {
    const main = join(projectRoot, 'dist/src/main.js');
    if (!existsSync(main)) throw new Error('The service is not built: run the tests with npm');
    const armed = ['--import', join(projectRoot, 'test/faults/arm-faults.mjs'), main];
    const child = spawn(process.execPath, [...ahead, ...armed], {
      env: { PATH: process.env.PATH, ...environment },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    });
    child.stdout?.resume();
    const started = new ArmedProcess(child);
    await started.ready(`http://127.0.0.1:${environment.PORT}/health/ready`);
    return started;
  }

  get alive(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** @throws where the service has no such step any more */
  async arm(step: FaultStep, action: FaultAction = 'kill'): Promise<void> {
    this.child.send({ step, action });
    const [answer] = (await once(this.child, 'message')) as [{ error?: string }];
    if (answer.error) throw new Error(answer.error);
  }

  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** The signal or the code that it ended with; null when it lives on for that long. */
  async ended(limitMs = 60_000): Promise<string | number | null> {
    for (const end = Date.now() + limitMs; this.alive && Date.now() < end;) await sleep(20);
    return this.child.signalCode ?? this.child.exitCode;
  }

  async stop(): Promise<void> {
    if (!this.alive) return;
    this.child.kill('SIGKILL');
    await this.ended();
  }

  private async ready(address: string): Promise<void> {
    for (const end = Date.now() + startLimitMs; Date.now() < end && this.alive; await sleep(50))
      if ((await fetch(address).catch(() => null))?.ok) return;
    await this.stop();
    throw new Error('The process did not start');
  }
}
