import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { projectRoot } from '../../src/platform/project-root.js';

const readyLimitMs = 90_000;

/** A data folder that a server's own account can enter also when the tests run as root. */
export function makeDataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'stocktake data '));
  chmodSync(folder, 0o755);
  return folder;
}

/** The whole service as people run it: a process of its own, seen from outside only. */
export class ServiceProcess {
  stdout = '';
  stderr = '';
  readonly child: ChildProcess;
  readonly exited: Promise<number | NodeJS.Signals>;

  constructor(
    readonly environment: Record<string, string>,
    [command, ...args]: [string, ...string[]] = [process.execPath, 'scripts/start.mjs'],
  ) {
    const { npm_lifecycle_event: _event, ...inherited } = process.env;
    this.child = spawn(command, args, {
      cwd: projectRoot,
      env: { ...inherited, SAMPLE: 'false', HOST: '127.0.0.1', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child.stdout?.on('data', (data: Buffer) => (this.stdout += data.toString()));
    this.child.stderr?.on('data', (data: Buffer) => (this.stderr += data.toString()));
    this.exited = new Promise((resolve) => this.child.once('close', (code, signal) => resolve(code ?? signal ?? -1)));
  }

  get url(): string {
    return `http://127.0.0.1:${this.environment.PORT}`;
  }

  /** Resolves when the service says that it can take work; rejects with its output when it ends or takes too long. */
  async ready(): Promise<this> {
    let ended = false;
    void this.exited.then(() => (ended = true));
    for (const deadline = Date.now() + readyLimitMs; Date.now() < deadline && !ended; await sleep(50)) {
      const answer = await fetch(`${this.url}/health/ready`).catch(() => null);
      if (answer?.ok) return this;
    }
    await this.kill();
    throw new Error(`The service did not come up.\n${this.stdout}\n${this.stderr}`);
  }

  /** Resolves when the service has printed the text. */
  async says(text: string): Promise<void> {
    for (const deadline = Date.now() + readyLimitMs; Date.now() < deadline; await sleep(50))
      if (this.stdout.includes(text)) return;
    throw new Error(`The service did not say "${text}".\n${this.stdout}\n${this.stderr}`);
  }

  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<number | NodeJS.Signals> {
    this.child.kill(signal);
    return this.exited;
  }
}
