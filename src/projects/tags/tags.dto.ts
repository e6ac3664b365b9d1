import { Flag, Id, IdHereOrInQuery, Sort, Text } from '../../platform/http/fields.js';
import { PagingQuery } from '../../platform/http/paging.dto.js';
import { maxTagName } from '../projects.dto.js';

export class CreateTagBody {
  @Id({ description: 'Team whose projects the tag is for.' })
  team_id!: string;

  @Text({ max: maxTagName, description: 'Unique in the team.' })
  name!: string;

  @Text({ optional: true, description: 'What the tag stands for.' })
  description?: string | null;
}

/** Omitted members stay unchanged. */
export class UpdateTagBody {
  @IdHereOrInQuery()
  id!: string;

  @Id({ optional: true, description: 'Team of the tag, which cannot be changed.' })
  team_id?: string | null;

  @Text({ optional: true, notEmpty: true, max: maxTagName, description: 'Unique in the team.' })
  name?: string | null;

  @Text({ optional: true, description: 'What the tag stands for.' })
  description?: string | null;
}

export class UpdateTagQuery {
  @Id({ optional: true, description: 'The tag, if it is not in the body.' })
  id?: string | null;
}

export class TagQuery {
  @Id({ description: 'The tag.' })
  id!: string;

  @Id({ optional: true, description: 'Team of the tag.' })
  team_id?: string | null;
}

export const tagOrders = ['name', 'created_at', 'updated_at'] as const;

export class TagsQuery extends PagingQuery {
  @Id({ description: 'Team whose tags to list.' })
  team_id!: string;

  @Text({ optional: true, description: 'Part of name or description.' })
  q?: string | null;

  @Text({ optional: true, max: maxTagName, description: 'Only the tag with this name.' })
  name?: string | null;

  @Sort(tagOrders, 'name')
  sort?: string | null;
}

export class DeleteTagBody {
  @Id({ description: 'The tag.' })
  id!: string;

  @Id({ optional: true, description: 'Team of the tag.' })
  team_id?: string | null;

  @Flag({ optional: true, description: 'true: projects that have the tag lose it.' })
  confirm?: boolean | null;
}
