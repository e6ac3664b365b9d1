import { Body, Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Configuration } from '../../platform/configuration/configuration.js';
import { envelope, type Envelope } from '../../platform/http/envelope.js';
import { Vault } from '../../platform/security/vault.js';
import { Allow } from '../../organizations/access/allow.decorator.js';
import { requestOrigin, requestSource } from '../../organizations/audit/audit-trail.js';
import { isSecureRequest, rejectForgedRequest, setSessionCookie } from '../../organizations/sessions/session-cookie.js';
import type { SignedInSession } from '../../organizations/users/users.view.js';
import { clearSignInCookie, readSignInCookie, setSignInCookie } from './sign-in-cookie.js';
import { FinishSignInBody } from './sign-in.dto.js';
import { SignInService } from './sign-in.service.js';

interface StartedSignIn {
  /** Of the provider: to be opened by the browser. */
  readonly address: string;
}

/** For the workbench: both routes take the header `X-CSRF-Protection: 1`, and answer with cookies. */
@ApiTags('Sessions')
@Controller('v1/sessions')
export class SignInController {
  constructor(
    private readonly signIns: SignInService,
    private readonly configuration: Configuration,
    private readonly vault: Vault,
  ) {}

  /** Begins a sign-in with the OpenID Connect provider. 404: none is set. Takes the header `X-CSRF-Protection: 1`. */
  @Post('startSignIn')
  @HttpCode(200)
  @Allow('public')
  async start(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Envelope<StartedSignIn>> {
    rejectForgedRequest(request);
    const { address, pending } = await this.signIns.start();
    setSignInCookie(response, pending, { vault: this.vault, isSecure: this.isSecure(request) });
    return envelope({ address });
  }

  /**
   * Ends it with what the provider sent the browser back with. The session comes in a cookie, and `jwt` is empty. Takes
   * the header `X-CSRF-Protection: 1`.
   */
  @Post('finishSignIn')
  @HttpCode(200)
  @Allow('public')
  async finish(
    @Body() body: FinishSignInBody,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Envelope<SignedInSession>> {
    rejectForgedRequest(request);
    const isSecure = this.isSecure(request);
    const pending = readSignInCookie(request, { vault: this.vault, isSecure });
    clearSignInCookie(response, isSecure);
    const from = { origin: requestOrigin(request), source: requestSource(request) };
    const session = await this.signIns.finish(body, pending, from);
    setSessionCookie(response, session.jwt, isSecure);
    return envelope({ ...session, jwt: '' });
  }

  private isSecure(request: Request): boolean {
    return isSecureRequest(request, this.configuration.publicUrl);
  }
}
