import { Body, Controller, HttpCode, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { invalid } from '../../model/errors.js';
import { envelope, type Envelope } from '../../platform/http/envelope.js';
import { requestOrigin } from '../audit/audit-trail.js';
import { Allow } from '../access/allow.decorator.js';
import type { Actor } from '../access/actor.js';
import { CurrentActor } from '../access/current-actor.decorator.js';
import { parseBasicCredentials, type Credentials } from './basic-credentials.js';
import { LoginBody } from './sessions.dto.js';
import { SessionsService, wrongCredentials, type Session } from './sessions.service.js';

@ApiTags('sessions')
@Controller('v1/sessions')
export class SessionsController {
  constructor(private readonly sessions: SessionsService) {}

  /** HTTP Basic, or username and password in the body, or both, saying the same. */
  @Post('login')
  @HttpCode(200)
  @Allow('public')
  async login(@Body() body: LoginBody, @Req() request: Request): Promise<Envelope<Session>> {
    return envelope(await this.sessions.login(credentialsOf(body, request), requestOrigin(request)));
  }

  /** Ends all sessions of the caller at once. */
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
    throw invalid('A login needs username and password', {
      ...(!username && { username: 'is required' }),
      ...(!password && { password: 'is required' }),
    });
  if (basic && (basic.username !== username || basic.password !== password)) throw wrongCredentials();
  return { username, password };
}
