import { Controller, Get, Header } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Allow } from '../access/allow.decorator.js';
import { SigningKeysService } from './signing-keys.service.js';

/** Public keys of the session tokens (RFC 7517), for services that verify them. */
@ApiExcludeController()
@Controller('.well-known')
export class JwksController {
  constructor(private readonly keys: SigningKeysService) {}

  @Get('jwks.json')
  @Header('Cache-Control', 'public, max-age=300')
  @Allow('public')
  jwks(): Promise<{ keys: readonly Record<string, string>[] }> {
    return this.keys.jwks();
  }
}
