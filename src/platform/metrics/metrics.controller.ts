import { Controller, Get, Header, SetMetadata } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { permissionKey } from '../http/routes.js';
import { ServiceMetrics } from './service-metrics.js';

/** For Prometheus, with the API key of a system administrator, because the figures concern all organizations. */
@ApiExcludeController()
@Controller('metrics')
export class MetricsController {
  constructor(private readonly metrics: ServiceMetrics) {}

  @Get()
  @SetMetadata(permissionKey, 'sys_admin')
  @Header('Content-Type', 'text/plain; version=0.0.4; charset=utf-8')
  @Header('Cache-Control', 'no-store')
  text(): Promise<string> {
    return this.metrics.registry.metrics();
  }
}
