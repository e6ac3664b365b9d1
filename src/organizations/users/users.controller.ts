import { Body, Controller, Get, HttpCode, Post, Query, Req } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { envelope, listEnvelope, type Envelope } from '../../platform/http/envelope.js';
import { IdsBody } from '../../platform/http/fields.js';
import { Allow } from '../access/allow.decorator.js';
import type { Actor } from '../access/actor.js';
import { CurrentActor } from '../access/current-actor.decorator.js';
import { ApiKeysService } from './api-keys.service.js';
import {
  ApiKeyIdBody,
  ApiKeysQuery,
  ChangePasswordBody,
  CreateApiKeyBody,
  CreateUserBody,
  GetUserNamesQuery,
  UpdateUserBody,
  UserIdBody,
  UserIdQuery,
  UserNamesQuery,
  UsersQuery,
} from './users.dto.js';
import { UsersService } from './users.service.js';
import type { ApiKeyView, NewUser, UserNameView, UserView } from './users.view.js';
import { IfMatch } from '../../platform/http/precondition.js';

@ApiTags('Users')
@ApiBearerAuth()
@Controller('v1/users')
export class UsersController {
  constructor(private readonly users: UsersService) {}

  /** The caller. */
  @Get('getSelf')
  @Allow('authenticated')
  async getSelf(@CurrentActor() actor: Actor): Promise<Envelope<UserView>> {
    return envelope(await this.users.getSelf(actor));
  }

  /** Ends all sessions of the caller, and with `revoke_api_keys` all API keys. */
  @Post('changePassword')
  @HttpCode(200)
  @Allow('authenticated')
  async changePassword(
    @CurrentActor() actor: Actor,
    @Req() request: Request,
    @Body() body: ChangePasswordBody,
  ): Promise<Envelope<Record<string, never>>> {
    await this.users.changePassword(actor, request.ip ?? '', body);
    return envelope({});
  }

  /** With `org_id`: requires the role admin and adds a member. Without it, or with `sys_admin`: requires a sys_admin. */
  @Post('createUser')
  @HttpCode(200)
  @Allow('authenticated')
  async createUser(@CurrentActor() actor: Actor, @Body() body: CreateUserBody): Promise<Envelope<NewUser>> {
    return envelope(await this.users.create(actor, body));
  }

  /** All users, the oldest first where `sort` says nothing. */
  @Get('getUsers')
  @Allow('sys_admin')
  async getUsers(@Query() query: UsersQuery): Promise<Envelope<UserView[]>> {
    return listEnvelope(await this.users.page(query), query);
  }

  /** A user: yourself, a member of one of your organizations, or, for a system administrator, anybody. */
  @Get('getUser')
  @Allow('authenticated')
  async getUser(@CurrentActor() actor: Actor, @Query() { id }: UserIdQuery): Promise<Envelope<UserView>> {
    return envelope(await this.users.get(actor, id));
  }

  /** Names of members of your organizations. */
  @Post('getUserNames')
  @HttpCode(200)
  @Allow('viewer')
  async getUserNames(
    @CurrentActor() actor: Actor,
    @Query() { team_id }: UserNamesQuery,
    @Body() { ids }: IdsBody,
  ): Promise<Envelope<UserNameView[]>> {
    const rows = await this.users.names(actor, ids, team_id ?? null);
    return envelope(rows, { total_count: rows.length });
  }

  /** Names of members of your organizations. */
  @Get('getUserNames')
  @Allow('viewer')
  async readUserNames(
    @CurrentActor() actor: Actor,
    @Query() { ids, team_id }: GetUserNamesQuery,
  ): Promise<Envelope<UserNameView[]>> {
    const rows = await this.users.names(actor, ids, team_id ?? null);
    return envelope(rows, { total_count: rows.length });
  }

  /** Changes a user. */
  @Post('updateUser')
  @HttpCode(200)
  @Allow('sys_admin')
  async updateUser(@Body() body: UpdateUserBody, @IfMatch() ifMatch: string | null): Promise<Envelope<UserView>> {
    return envelope(await this.users.update(body, ifMatch));
  }

  /** Deletes a user. */
  @Post('deleteUser')
  @HttpCode(200)
  @Allow('sys_admin')
  async deleteUser(@Body() { id }: UserIdBody, @IfMatch() ifMatch: string | null): Promise<Envelope<{ id: string }>> {
    await this.users.remove(id, ifMatch);
    return envelope({ id });
  }
}

@ApiTags('Users')
@ApiBearerAuth()
@Controller('v1/users')
export class ApiKeysController {
  constructor(private readonly keys: ApiKeysService) {}

  /** Creates an API key of the caller; only this answer contains the key. */
  @Post('createApiKey')
  @HttpCode(200)
  @Allow('authenticated')
  async create(
    @CurrentActor() actor: Actor,
    @Body() body: CreateApiKeyBody,
  ): Promise<Envelope<ApiKeyView & { key: string }>> {
    return envelope(await this.keys.create(actor, body));
  }

  /** The caller's keys, newest first; with `org_id`, all keys bound to that organization. */
  @Get('getApiKeys')
  @Allow('authenticated')
  async page(@CurrentActor() actor: Actor, @Query() query: ApiKeysQuery): Promise<Envelope<ApiKeyView[]>> {
    return listEnvelope(await this.keys.page(actor, query), query);
  }

  /** Revokes a key with immediate effect. */
  @Post('revokeApiKey')
  @HttpCode(200)
  @Allow('authenticated')
  async revoke(@CurrentActor() actor: Actor, @Body() body: ApiKeyIdBody): Promise<Envelope<ApiKeyView>> {
    return envelope(await this.keys.revoke(actor, body.id));
  }
}
