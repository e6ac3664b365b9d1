import { Controller, Get } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from './public.decorator.js';
import { Readiness } from './readiness.js';

/** For load balancers and start scripts; they tell nothing but whether. */
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
