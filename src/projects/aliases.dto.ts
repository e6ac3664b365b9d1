import { Id, IdHereOrInQuery, Moment, Text } from '../platform/http/fields.js';
import { AliasBody } from './projects.dto.js';

/** A new alias of a project. Legacy clients name the project in the query and its team in either place. */
export class AddAliasBody extends AliasBody {
  @IdHereOrInQuery({ description: 'Team of the project; required, here or in the query.' })
  team_id!: string;

  @IdHereOrInQuery({ description: 'The project; required, here or in the query.' })
  project_id!: string;
}

/** Omitted members stay unchanged. */
export class UpdateAliasBody {
  @Id({ description: 'The project.' })
  project_id!: string;

  @Id({ description: 'The alias.' })
  id!: string;

  @Text({ optional: true, notEmpty: true, max: 1_024, description: 'New name.' })
  name?: string | null;

  @Text({ optional: true, max: 1_024, description: 'New organization.' })
  org?: string | null;

  @Text({ optional: true, max: 1_024, description: 'New version.' })
  version?: string | null;

  @Moment({ optional: true, description: 'As you read it: the change is refused if it is not the present one.' })
  updated_at?: string | null;
}

export class DeleteAliasBody {
  @Id({ description: 'The project.' })
  project_id!: string;

  @Id({ description: 'The alias.' })
  id!: string;
}

export class AddAliasQuery {
  @Id({ optional: true, description: 'Or in the body.' })
  team_id?: string | null;

  @Id({ optional: true, description: 'Or in the body.' })
  project_id?: string | null;
}
