import { Controller, Get, Injectable } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from './routes.js';
import { TransientError } from '../../model/errors.js';

const checkTimeoutMs = 2_000;

/** Whether this process can serve: it is not stopping, and every registered check passes. */
@Injectable()
export class Readiness {
  private readonly checks = new Map<string, () => Promise<void>>();
  private isStopping = false;

  register(name: string, check: () => Promise<void>): void {
    this.checks.set(name, check);
  }

  stop(): void {
    this.isStopping = true;
  }

  /** @throws TransientError that names what is not available */
  async check(): Promise<void> {
    if (this.isStopping) throw new TransientError('The service is stopping');
    await Promise.all([...this.checks].map(([name, check]) => runWithTimeout(name, check)));
  }
}

async function runWithTimeout(name: string, check: () => Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('the check timed out')), checkTimeoutMs);
  });
  try {
    await Promise.race([check(), timeout]);
  } catch (error) {
    throw new TransientError(`The ${name} is not available`, 5, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

/** For load balancers and start scripts. */
@ApiExcludeController()
@Controller('health')
export class HealthController {
  constructor(private readonly readiness: Readiness) {}

  @Get('live')
  @Public()
  live(): { status: string } {
    return { status: 'ok' };
  }

  @Get('ready')
  @Public()
  async ready(): Promise<{ status: string }> {
    await this.readiness.check();
    return { status: 'ok' };
  }
}
