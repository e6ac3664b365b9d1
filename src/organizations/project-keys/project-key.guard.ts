import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { forbidden, notFound } from '../../model/errors.js';
import { isObject } from '../../model/json.js';
import { Database } from '../../platform/database/database.js';
import type { Sql } from '../../platform/database/sql.js';
import { isId } from '../../platform/identifiers/uuid.js';
import type { Actor } from '../access/actor.js';
import type { AuthenticatedRequest } from '../access/current-actor.decorator.js';
import { projectKeyUse, type ProjectKeyUse, type ProjectThing } from './for-project-keys.decorator.js';

/** @returns those of the ids that belong to the project */
export type ThingsOfProject = (sql: Sql, ids: readonly string[], projectId: string) => Promise<{ id: string }[]>;

type Handler = () => unknown;

/** Keeps keys of a project to the routes that are open to them, and there to what comes from the project. */
@Injectable()
export class ProjectKeyGuard implements CanActivate {
  private readonly things = new Map<ProjectThing, ThingsOfProject>();

  constructor(
    private readonly reflector: Reflector,
    private readonly database: Database,
  ) {}

  /** Each module says what of its own belongs to a project. */
  register(thing: ProjectThing, find: ThingsOfProject): void {
    this.things.set(thing, find);
  }

  /** @throws CallerError 403 for a route, 404 for a thing that the key does not reach */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request & AuthenticatedRequest>();
    const { actor } = request;
    if (actor && actor.projectId !== null)
      await this.check(actor, actor.projectId, { handler: context.getHandler() as Handler, request });
    return true;
  }

  private async check(
    actor: Actor,
    projectId: string,
    { handler, request }: { handler: Handler; request: Request },
  ): Promise<void> {
    const use = this.reflector.get<ProjectKeyUse | undefined>(projectKeyUse, handler);
    if (!use) throw forbidden(closed);
    if (actor.memberships.length === 0)
      throw forbidden('The project of this key is deleted, or its owner does not see it any more; make another key');
    const wrong = (use.without ?? []).find((field) => !isAbsent(valuesOf(request, field)));
    if (wrong !== undefined)
      throw forbidden(`A key bound to a project cannot ask for ${wrong}, which holds things of other projects`);
    let count = 0;
    for (const [thing, fields] of Object.entries(use.ids) as [ProjectThing, readonly string[]][]) {
      const ids = fields.flatMap((field) => valuesOf(request, field));
      await this.requireOwn(actor, projectId, { thing, ids });
      count += ids.length;
    }
    if (count === 0 && !use.isOptional) throw forbidden(`${closed} Name one of them`);
  }

  private async requireOwn(
    actor: Actor,
    projectId: string,
    { thing, ids }: { thing: ProjectThing; ids: readonly unknown[] },
  ): Promise<void> {
    if (ids.length === 0) return;
    const find = this.things.get(thing);
    if (!find) throw new Error(`Nobody says which ${thing} belongs to a project`);
    if (!ids.every((id): id is string => typeof id === 'string' && isId(id))) throw notFound(names[thing]);
    const asked = new Set(ids.map((id) => id.toLowerCase()));
    if (asked.size > maxIds) throw notFound(names[thing]);
    const found = await this.database.transaction(actor.tenancy, (sql) => find(sql, [...asked], projectId));
    const own = new Set(found.map(({ id }) => id));
    if ([...asked].some((id) => !own.has(id))) throw notFound(names[thing]);
  }
}

const closed = 'A key bound to a project only reaches that project, its analyses and the SBOMs that come from it.';
const maxIds = 1_000;
const names: Readonly<Record<ProjectThing, string>> = {
  project: 'project',
  sbom: 'SBOM',
  analysis: 'analysis',
  job: 'job',
};

/** In the query and in the body, whichever the route reads. */
const valuesOf = ({ query, body }: Request, field: string): unknown[] =>
  [query, body as unknown]
    .map((part) => (isObject(part) && Object.hasOwn(part, field) ? part[field] : undefined))
    .flat()
    .filter((value) => value !== undefined && value !== null && value !== '');

const isAbsent = (values: readonly unknown[]): boolean => values.every((value) => value === false || value === 'false');
