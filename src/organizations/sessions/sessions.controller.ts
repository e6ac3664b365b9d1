import { Body, Controller, Get, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiBasicAuth, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { invalid } from '../../model/errors.js';
import { Configuration } from '../../platform/configuration/configuration.js';
import { envelope, type Envelope } from '../../platform/http/envelope.js';
import { Allow } from '../access/allow.decorator.js';
import type { Actor } from '../access/actor.js';
import { CurrentActor } from '../access/current-actor.decorator.js';
import { requestOrigin, requestSource } from '../audit/audit-trail.js';
import type { Session } from '../users/users.view.js';
import { parseBasicCredentials, type Credentials } from './credentials.js';
import {
  clearSessionCookie,
  isSecureRequest,
  rejectForgedRequest,
  sessionCookie,
  setSessionCookie,
} from './session-cookie.js';
import { EndSessionBody, LoginBody } from './sessions.dto.js';
import { SessionsService, wrongCredentials } from './sessions.service.js';
import type { SessionView } from './sessions.view.js';

@ApiTags('Sessions')
@Controller('v1/sessions')
export class SessionsController {
  constructor(
    private readonly sessions: SessionsService,
    private readonly configuration: Configuration,
  ) {}

  /** By HTTP Basic, or by username and password in the body, or by both with equal values. */
  @Post('login')
  @HttpCode(200)
  @Allow('public')
  @ApiBasicAuth('basic')
  async login(
    @Body() body: LoginBody,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Envelope<Session>> {
    if (body.cookie) rejectForgedRequest(request);
    const session = await this.sessions.login(
      credentialsOf(body, request),
      requestOrigin(request),
      requestSource(request),
    );
    if (!body.cookie) return envelope(session);
    setSessionCookie(response, session.jwt, this.isSecure(request));
    return envelope({ ...session, jwt: '' });
  }

  /** Renews the session in the cookie, until twelve hours after the login. */
  @Post('renew')
  @HttpCode(200)
  @Allow('authenticated')
  async renew(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Envelope<Record<string, never>>> {
    if (sessionCookie(request, this.configuration.publicUrl) === null)
      throw invalid('Only a session in a cookie is renewed; log in again');
    setSessionCookie(response, await this.sessions.renew(request), this.isSecure(request));
    return envelope({});
  }

  /** Ends all sessions of the caller. */
  @Post('logout')
  @HttpCode(200)
  @Allow('authenticated')
  async logout(
    @CurrentActor() actor: Actor,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Envelope<Record<string, never>>> {
    await this.sessions.logout(actor);
    if (sessionCookie(request, this.configuration.publicUrl) !== null)
      clearSessionCookie(response, this.isSecure(request));
    return envelope({});
  }

  /** The caller's sessions, the one seen last first. */
  @Get('getSessions')
  @Allow('authenticated')
  async list(@CurrentActor() actor: Actor): Promise<Envelope<SessionView[]>> {
    const sessions = await this.sessions.list(actor);
    return envelope(sessions, { total_count: sessions.length });
  }

  /** Ends one session of the caller: its tokens are refused from now on. */
  @Post('endSession')
  @HttpCode(200)
  @Allow('authenticated')
  async end(
    @CurrentActor() actor: Actor,
    @Body() { id }: EndSessionBody,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Envelope<Record<string, never>>> {
    const ended = await this.sessions.end(actor, id ?? null);
    if (ended === actor.sessionId && sessionCookie(request, this.configuration.publicUrl) !== null)
      clearSessionCookie(response, this.isSecure(request));
    return envelope({});
  }

  /** Ends all sessions of the caller but the one of this request. `meta.total_count` is their number. */
  @Post('endOtherSessions')
  @HttpCode(200)
  @Allow('authenticated')
  async endOthers(@CurrentActor() actor: Actor): Promise<Envelope<Record<string, never>>> {
    return envelope({}, { total_count: await this.sessions.endOthers(actor) });
  }

  private isSecure(request: Request): boolean {
    return isSecureRequest(request, this.configuration.publicUrl);
  }
}

function credentialsOf(body: LoginBody, request: Request): Credentials {
  const basic = parseBasicCredentials(request.headers.authorization);
  const username = body.username || basic?.username;
  const password = body.password || basic?.password;
  if (!username || !password)
    throw invalid('Invalid request: username and password are required', {
      ...(!username && { username: 'is required' }),
      ...(!password && { password: 'is required' }),
    });
  if (basic && (basic.username !== username || basic.password !== password)) throw wrongCredentials();
  return { username, password };
}
