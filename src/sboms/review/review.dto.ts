import { Type } from 'class-transformer';
import { IsDefined, IsOptional, Matches, ValidateNested } from 'class-validator';
import { ApiProperty } from '@nestjs/swagger';
import { Id, QueryFlag, QueryNumber, Sort, Text, WholeNumber } from '../../platform/http/fields.js';
import { PagingQuery } from '../../platform/http/paging.dto.js';
import type { FieldErrors } from '../../model/errors.js';
import type { CrossFieldChecks } from '../../platform/http/validation.js';
import { reviewDecisionOrders } from './review-decisions.repository.js';
import { choiceErrors } from './choice.js';
import { queueOrders, type QueueOrder } from './queue.repository.js';
import { dispositions, reviewReasons, type Disposition, type ReviewReason } from './review.view.js';

const groupId = /^[0-9a-f]{64}$/;

/** The id of a group, as getQueue gives it. */
function GroupId(): PropertyDecorator {
  return (target, key) => {
    Text({ max: 64, description: 'The id of a group, as getQueue gives it.' })(target, key);
    Matches(groupId, { message: 'must be the id of a group' })(target, key);
  };
}

export class GetQueueQuery {
  @Id()
  org_id!: string;

  @Text({ optional: true, oneOf: reviewReasons })
  reason?: ReviewReason | '' | null;

  @Text({ optional: true, max: 100, description: 'The ecosystem as a facet gives it; `-` for groups without one.' })
  ecosystem?: string | null;

  @Text({ optional: true, max: 256, description: 'The organization as a facet gives it; `-` for groups without one.' })
  supplier?: string | null;

  @Id({ optional: true, description: 'Only groups with an entry in this SBOM.' })
  sbom_id?: string | null;

  @Id({ optional: true, description: 'Only groups with an entry in an SBOM of this team.' })
  team_id?: string | null;

  @Text({ optional: true, max: 256, description: 'Part of name or organization.' })
  q?: string | null;

  @Text({
    optional: true,
    oneOf: queueOrders,
    description:
      'Order of the list. `-reach`: the number of entries, weighed by their risk; `-confidence`: of the best candidate; `created_at`: by the oldest entry. Default: -reach.',
  })
  sort?: QueueOrder | '' | null;

  @Text({ optional: true, max: 800, description: '`meta.cursor` of the page before, in the same order.' })
  cursor?: string | null;

  @QueryNumber({ optional: true, min: 1, max: 200, description: 'Maximum number of groups in the response.' })
  limit: number = 50;
}

export const maxGroups = 20;

export class GetGroupsQuery {
  @Id()
  org_id!: string;

  @Text({ max: 65 * maxGroups, description: `At most ${maxGroups} ids of groups, separated by commas.` })
  @Matches(/^[0-9a-f]{64}(,[0-9a-f]{64})*$/, { message: 'must hold ids of groups, separated by commas' })
  ids!: string;
}

export class VersionsQuery {
  @Id()
  org_id!: string;

  @GroupId()
  group!: string;

  @Text({
    optional: true,
    max: 2_500,
    description: 'Package URL of the candidate that the versions are compared with.',
  })
  purl?: string | null;

  @Text({ optional: true, max: 2_500, description: 'CPE of the candidate, where it has no package URL.' })
  cpe?: string | null;
}

export class ReviewEventsQuery {
  @Id()
  org_id!: string;

  @QueryFlag({ optional: true, description: 'Stay open, and report what happens from now on.' })
  follow: boolean = false;
}

export class PreviewQuery {
  @Id()
  org_id!: string;

  @GroupId()
  group!: string;
}

/** What the group is: identifiers, without or with a version, or the reason why no candidate fits. */
export class ChoiceBody {
  @Text({ optional: true, notEmpty: true, description: 'Package URL.' })
  purl?: string | null;

  @Text({ optional: true, notEmpty: true, description: 'Address of a repository.' })
  repo_url?: string | null;

  @Text({ optional: true, notEmpty: true, description: 'CPE 2.3 or 2.2.' })
  cpe?: string | null;

  @Text({ optional: true, oneOf: dispositions, description: 'Instead of identifiers: why no candidate fits.' })
  disposition?: Disposition | '' | null;
}

export class DecideBody implements CrossFieldChecks {
  @Id()
  org_id!: string;

  @GroupId()
  group!: string;

  @WholeNumber({ min: 0, description: 'The revision of the group that the decision was made on.' })
  revision!: number;

  @ApiProperty({ type: ChoiceBody })
  @IsDefined({ message: 'is required' })
  @ValidateNested({ message: 'must be an object' })
  @Type(() => ChoiceBody)
  choice!: ChoiceBody;

  @Id({ optional: true, description: 'Only in this SBOM, and not remembered; left out: in the organization.' })
  sbom_id?: string | null;

  @Text({
    optional: true,
    mayBeEmpty: true,
    max: 256,
    description:
      'Only entries with this version, and not remembered; the version in `choice` is taken for theirs. Empty: entries without a version. Left out: of every version.',
  })
  version?: string | null;

  @Text({ optional: true, max: 500 })
  note?: string | null;

  crossFieldErrors(): FieldErrors {
    return choiceErrors(this.choice);
  }
}

export class UndoBody {
  @Id()
  decision_id!: string;
}

export class ClaimBody {
  @Id()
  org_id!: string;

  @GroupId()
  group!: string;
}

export class GetReviewDecisionsQuery extends PagingQuery {
  @Id()
  org_id!: string;

  @Id({ optional: true, description: 'Only decisions of this user.' })
  @IsOptional()
  user_id?: string | null;

  @Sort(Object.keys(reviewDecisionOrders), '-created_at')
  sort?: string | null;
}
