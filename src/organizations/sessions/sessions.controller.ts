import { Body, Controller, HttpCode, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { invalid } from '../../model/errors.js';
import { envelope, type Envelope } from '../../platform/http/envelope.js';
import { Allow } from '../access/allow.decorator.js';
import type { Actor } from '../access/actor.js';
import { CurrentActor } from '../access/current-actor.decorator.js';
import { requestOrigin } from '../audit/audit-trail.js';
import type { Session } from '../users/users.view.js';
import { parseBasicCredentials, type Credentials } from './credentials.js';
import { LoginBody } from './sessions.dto.js';
import { SessionsService, wrongCredentials } from './sessions.service.js';

@ApiTags('sessions')
@Controller('v1/sessions')
export class SessionsController {
  constructor(private readonly sessions: SessionsService) {}

  /** By HTTP Basic, or by username and password in the body, or by both with equal values. */
  @Post('login')
  @HttpCode(200)
  @Allow('public')
  async login(@Body() body: LoginBody, @Req() request: Request): Promise<Envelope<Session>> {
    return envelope(await this.sessions.login(credentialsOf(body, request), requestOrigin(request)));
  }

  /** Ends all sessions of the caller. */
  @Post('logout')
  @HttpCode(200)
  @Allow('authenticated')
  async logout(@CurrentActor() actor: Actor): Promise<Envelope<Record<string, never>>> {
    await this.sessions.logout(actor);
    return envelope({});
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
