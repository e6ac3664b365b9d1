import { Catch, Logger, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import { errorResponse } from '../../platform/http/error.filter.js';
import { scimMediaType, scimUrns } from './scim-schemas.js';

/** Reasons that SCIM has words for (RFC 7644, 3.12). */
const scimTypes = new Set(
  'invalidFilter tooMany uniqueness mutability invalidSyntax invalidPath noTarget invalidValue'.split(' '),
);

/** Errors as SCIM says them. */
@Catch()
export class ScimErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger('Scim');

  catch(error: unknown, host: ArgumentsHost): void {
    const response = host.switchToHttp().getResponse<Response>();
    const { status, body, headers, isBug } = errorResponse(error);
    if (isBug) this.logger.error(`request ${String(host.switchToHttp().getRequest<Request>().id)} failed`, error);
    if (response.headersSent) return void response.destroy();
    response
      .status(status)
      .set(headers)
      .type(scimMediaType)
      .send(
        JSON.stringify({
          schemas: [scimUrns.error],
          status: String(status),
          ...(scimTypes.has(body.reason) && { scimType: body.reason }),
          detail: body.message,
        }),
      );
  }
}
