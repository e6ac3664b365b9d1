import { createHash } from 'node:crypto';
import { DataSource, type QueryRunner } from 'typeorm';
import { notFound } from '../../src/model/errors.js';
import { Actor, type Membership, type OwnedRow, type VisibleScope } from '../../src/organizations/access/actor.js';
import type { TestApp } from '../support/app.js';

/** Conditions of a statement that keep organizations and teams apart; not those by which a caller narrows his question. */
const filters =
  /(?<!\$\d+::uuid IS NULL OR )(?:\b\w+\.)?(?:org_id|team_id) = (?:ANY \(\$\d+(?:::uuid\[\])?\)|\$\d+(?:::uuid)?)|\bid = ANY \(\$\d+::uuid\[\]\)(?=\) AND deleted_at)/g;

declare global {
  var guardStands: ((place: string) => boolean) | undefined;
}

/**
 * Knows every guard that is asked while requests are served, by the place where it stands, and can take out one at a
 * time: calls of the actor's own checks, `if … throw notFound`, and the conditions on organizations and teams in SQL.
 */
export class GuardSwitch {
  /** Guards that were asked since the set was last emptied. */
  readonly asked = new Set<string>();
  private out: string | null = null;

  /** @param everything what a caller sees whose reach is taken out */
  constructor(
    app: TestApp,
    private readonly everything: VisibleScope,
  ) {
    this.watchActor();
    this.watchStatements(app);
    globalThis.guardStands = (place) => !this.isOut(place);
  }

  takeOut(guard: string | null): void {
    this.out = guard;
  }

  private isOut(guard: string): boolean {
    this.asked.add(guard);
    return guard === this.out;
  }

  private watchActor(): void {
    const actor = Actor.prototype;
    const { authorize: admit, organization, roleFor } = actor;
    const reach = Object.getOwnPropertyDescriptor(actor, 'visibleScope')!.get!;
    const isOut = (what: string): boolean => {
      const place = callerOutside();
      return place !== null && this.isOut(`${place} ${what}`);
    };
    const { everything } = this;
    actor.authorize = function <Row extends OwnedRow>(row: Row | null | undefined, ...more: [string]): Row {
      if (!isOut('admit')) return admit.call(this, row, ...more) as Row;
      if (!row) throw notFound('thing');
      return row;
    };
    actor.organization = function (orgId, ...more): Membership {
      if (!isOut('organization')) return organization.call(this, orgId, ...more);
      return { orgId, role: 'admin', narrowed: false, teamRoles: new Map() };
    };
    actor.roleFor = function (...place) {
      return isOut('roleFor') ? 'admin' : roleFor.apply(this, place);
    };
    Object.defineProperty(actor, 'visibleScope', {
      get(this: Actor) {
        return isOut('visibleScope') ? everything : reach.call(this);
      },
    });
  }

  private watchStatements(app: TestApp): void {
    const runner = app.nest.get(DataSource).createQueryRunner();
    const prototype = Object.getPrototypeOf(runner) as QueryRunner;
    const { query } = prototype;
    const mutate = (text: string): string => {
      let count = 0;
      return text.replace(filters, (filter) => {
        const hash = createHash('sha256').update(text).digest('hex').slice(0, 8);
        const what = text.replace(/\s+/g, ' ').trim().slice(0, 90);
        return this.isOut(`SQL ${hash}.${(count += 1)} ${filter} in ${what}`) ? `(${filter} OR true)` : filter;
      });
    };
    prototype.query = function (this: QueryRunner, text: string, ...more: []) {
      return query.call(this, mutate(text), ...more);
    } as typeof query;
  }
}

/** Where in the sources the check was called: `src/sboms/sboms.service.ts:56`; null from within the actor itself. */
function callerOutside(): string | null {
  const frame = (new Error().stack ?? '').split('\n').find((line) => /[/\\]src[/\\]/.test(line)) ?? '';
  if (frame.includes('access/actor.ts')) return null;
  return /src\/\S+?\.ts:\d+/.exec(frame.slice(frame.lastIndexOf('/src/')))?.[0] ?? null;
}
