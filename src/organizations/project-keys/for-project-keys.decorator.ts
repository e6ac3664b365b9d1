import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';

/** What a project's key reaches: the project itself, and what comes from it. */
export type ProjectThing = 'project' | 'sbom' | 'analysis' | 'job';

/** How a route that keys of projects may use names what it is about. */
export interface ProjectKeyUse {
  /** Fields of the query or body that hold ids, one or a list. Without any: the service itself looks for the project. */
  readonly ids: Readonly<Partial<Record<ProjectThing, readonly string[]>>>;
  /** None of them has to be given: the service then looks for the project itself. */
  readonly isOptional?: boolean;
  /** Fields by which the answer would hold things of other projects. */
  readonly without?: readonly string[];
}

export const projectKeyUse = 'stocktake:project-key-use';

/** Opens a route to API keys that are bound to a project; all others are closed to them. */
export const ForProjectKeys = (use: ProjectKeyUse): MethodDecorator =>
  applyDecorators(SetMetadata(projectKeyUse, use), ApiExtension('x-project-keys', true));
