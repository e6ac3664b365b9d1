import { Controller, Delete, Get, HttpCode, Patch, Post, Put, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { notFound } from '../../model/errors.js';
import { Configuration } from '../../platform/configuration/configuration.js';
import { isId } from '../../platform/identifiers/uuid.js';
import { Allow } from '../../organizations/access/allow.decorator.js';
import { requestOrigin } from '../../organizations/audit/audit-trail.js';
import { groupResource, listOf, userResource, versionOf } from './scim-answers.js';
import { ScimErrorFilter } from './scim-error.filter.js';
import { ScimGroupsService } from './scim-groups.service.js';
import { filterOf, pageOf } from './scim-resources.js';
import { resourceTypes, schemas, scimMediaType, serviceProviderConfig } from './scim-schemas.js';
import { ScimTokensService } from './scim-tokens.service.js';
import type { ScimTokenRow } from './scim-tokens.repository.js';
import { ScimUsersService } from './scim-users.service.js';
import type { ScimFilter } from './scim-users.repository.js';
import { ScimWork, type ScimCaller } from './scim-work.js';

/**
 * SCIM 2.0 (RFC 7644) for the identity provider of an organization. The token of the request says which organization; it
 * is none of a person, so these routes ask for no actor.
 */
@ApiExcludeController()
@UseFilters(ScimErrorFilter)
@Controller('scim/v2')
export class ScimController {
  constructor(
    private readonly configuration: Configuration,
    private readonly tokens: ScimTokensService,
    private readonly work: ScimWork,
    private readonly users: ScimUsersService,
    private readonly groups: ScimGroupsService,
  ) {}

  @Get('ServiceProviderConfig')
  @Allow('public')
  async configurationOf(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.caller(request);
    send(response, serviceProviderConfig(this.base));
  }

  @Get(['ResourceTypes', 'ResourceTypes/:id'])
  @Allow('public')
  async types(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.caller(request);
    sendFixed(request, response, resourceTypes(this.base));
  }

  @Get(['Schemas', 'Schemas/:id'])
  @Allow('public')
  async schemas(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.caller(request);
    sendFixed(request, response, schemas(this.base));
  }

  @Get('Users')
  @Allow('public')
  async listUsers(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { token } = await this.caller(request);
    const { startIndex, ...page } = pageOf(request.query);
    const { rows, total } = await this.users.page(token, { ...asked(request, 'userName'), ...page });
    send(response, listOf(rows.map((row) => userResource(this.base, row)), total, startIndex)); // prettier-ignore
  }

  @Get('Users/:id')
  @Allow('public')
  async getUser(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { token } = await this.caller(request);
    const row = await this.users.get(token, idOf(request, 'user'));
    sendOne(request, response, { row, resource: userResource(this.base, row) });
  }

  @Post('Users')
  @HttpCode(201)
  @Allow('public')
  async createUser(@Req() request: Request, @Res() response: Response): Promise<void> {
    const row = await this.users.create(await this.caller(request), request.body);
    response.status(201).location(`${this.base}/Users/${row.id}`);
    sendOne(request, response, { row, resource: userResource(this.base, row) });
  }

  @Put('Users/:id')
  @Allow('public')
  async replaceUser(@Req() request: Request, @Res() response: Response): Promise<void> {
    const row = await this.users.replace(await this.caller(request), idOf(request, 'user'), request.body);
    sendOne(request, response, { row, resource: userResource(this.base, row) });
  }

  @Patch('Users/:id')
  @Allow('public')
  async patchUser(@Req() request: Request, @Res() response: Response): Promise<void> {
    const row = await this.users.patch(await this.caller(request), idOf(request, 'user'), request.body);
    sendOne(request, response, { row, resource: userResource(this.base, row) });
  }

  @Delete('Users/:id')
  @HttpCode(204)
  @Allow('public')
  async deleteUser(@Req() request: Request): Promise<void> {
    await this.users.delete(await this.caller(request), idOf(request, 'user'));
  }

  @Get('Groups')
  @Allow('public')
  async listGroups(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { token } = await this.caller(request);
    const { startIndex, ...page } = pageOf(request.query);
    const withMembers = isWanted(request, 'members');
    const { rows, total } = await this.groups.page(token, { ...asked(request, 'displayName'), ...page, withMembers });
    const resources = rows.map((row) => groupResource(this.base, row, withMembers));
    send(response, listOf(resources, total, startIndex));
  }

  @Get('Groups/:id')
  @Allow('public')
  async getGroup(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { token } = await this.caller(request);
    const row = await this.groups.get(token, idOf(request, 'group'));
    sendOne(request, response, { row, resource: groupResource(this.base, row, isWanted(request, 'members')) });
  }

  @Post('Groups')
  @HttpCode(201)
  @Allow('public')
  async createGroup(@Req() request: Request, @Res() response: Response): Promise<void> {
    const row = await this.groups.create(await this.caller(request), request.body);
    response.status(201).location(`${this.base}/Groups/${row.id}`);
    sendOne(request, response, { row, resource: groupResource(this.base, row) });
  }

  @Put('Groups/:id')
  @Allow('public')
  async replaceGroup(@Req() request: Request, @Res() response: Response): Promise<void> {
    const row = await this.groups.replace(await this.caller(request), idOf(request, 'group'), request.body);
    sendOne(request, response, { row, resource: groupResource(this.base, row) });
  }

  @Patch('Groups/:id')
  @Allow('public')
  async patchGroup(@Req() request: Request, @Res() response: Response): Promise<void> {
    const row = await this.groups.patch(await this.caller(request), idOf(request, 'group'), request.body);
    sendOne(request, response, { row, resource: groupResource(this.base, row) });
  }

  @Delete('Groups/:id')
  @HttpCode(204)
  @Allow('public')
  async deleteGroup(@Req() request: Request): Promise<void> {
    await this.groups.delete(await this.caller(request), idOf(request, 'group'));
  }

  private get base(): string {
    return `${this.configuration.publicUrl.replace(/\/+$/, '')}/scim/v2`;
  }

  private async caller(request: Request): Promise<ScimCaller> {
    const token: ScimTokenRow = await this.tokens.authenticate(request.headers.authorization);
    this.work.charge(token);
    return { token, origin: requestOrigin(request), ifMatch: request.headers['if-match'] ?? null };
  }
}

function idOf(request: Request, what: string): string {
  const { id } = request.params;
  if (typeof id !== 'string' || !isId(id)) throw notFound(what);
  return id.toLowerCase();
}

function asked(request: Request, name: 'userName' | 'displayName'): ScimFilter {
  const filter = filterOf(request.query.filter, [name, 'externalId', 'id']);
  const valueOf = (attribute: string): string | null => (filter?.attribute === attribute ? filter.value : null);
  const id = valueOf('id');
  // No id is this one.
  const someId = id === null || isId(id) ? id : '00000000-0000-0000-0000-000000000000';
  return { name: valueOf(name), externalId: valueOf('externalId'), id: someId };
}

/** Entra ID leaves the members of groups out. */
const isWanted = ({ query }: Request, attribute: string): boolean =>
  !String(query.excludedAttributes ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .includes(attribute);

const send = (response: Response, body: object): void => void response.type(scimMediaType).send(JSON.stringify(body));

function sendOne(
  request: Request,
  response: Response,
  { row, resource }: { row: { updated_at: Date }; resource: object },
): void {
  response.set('ETag', versionOf(row));
  if (request.method === 'GET' && request.headers['if-none-match'] === versionOf(row))
    return void response.status(304).end();
  send(response, resource);
}

/** All of a fixed list, or the one that the path names. */
function sendFixed(request: Request, response: Response, all: readonly { id: string }[]): void {
  const { id } = request.params;
  if (id === undefined) return send(response, listOf(all, all.length));
  const one = all.find((resource) => resource.id === id);
  if (!one) throw notFound('resource');
  send(response, one);
}
