import { Type } from 'class-transformer';
import { IsNumber, IsObject, IsOptional, ValidateNested } from 'class-validator';
import { Flag, Id, ObjectList, Text, WholeNumber } from '../../platform/http/fields.js';
import { invalid } from '../../model/errors.js';
import type { Review } from './review.js';

/** Accepted statuses; older clients send the forms with `_` (api-decisions, Component entry). */
const statuses = ['no-resolution', 'partial-resolution', 'resolved', 'errored', 'deleted'];
const acceptedStatuses = [...new Set([...statuses, ...statuses.map((status) => status.replaceAll('-', '_'))])];

const maxListItems = 100;

/** A candidate as a client sends it: the identifier and `selected` are enough. */
export class CandidateBody {
  @Text({ optional: true })
  id?: string | null;

  @Flag({ optional: true })
  selected?: boolean | null;

  @Text({ optional: true, description: 'Package URL; elements of `package` only.' })
  purl?: string | null;

  @Text({ optional: true, description: 'Address of a repository; elements of `repo` only.' })
  repo_url?: string | null;

  @Text({ optional: true, description: 'CPE 2.3 or 2.2; elements of `product` only.' })
  cpe?: string | null;
}

const Candidates = (): PropertyDecorator => ObjectList(() => CandidateBody, maxListItems);

export class SearchResultsBody implements Review {
  @Candidates()
  package?: CandidateBody[] | null;

  @Candidates()
  repo?: CandidateBody[] | null;

  @Candidates()
  product?: CandidateBody[] | null;
}

export class SuggestionBody {
  @Text({ oneOf: ['name', 'org', 'version'] })
  key!: string;

  @Text({ mayBeEmpty: true })
  value!: string;
}

/** Fields that adding and updating share. Fields that the service computes are accepted and ignored. */
class EntryBody {
  @Text({ optional: true })
  org?: string | null;

  @Text({ optional: true })
  version?: string | null;

  @Id({ optional: true, description: 'The project whose components this entry stands for.' })
  project_id?: string | null;

  @Text({
    optional: true,
    oneOf: acceptedStatuses,
    description: 'Derived by the service from the selected candidates.',
  })
  status?: string | null;

  @Flag({ optional: true })
  selected?: boolean | null;

  @IsOptional()
  @IsNumber({}, { message: 'must be a number' })
  confidence?: number | null;

  @WholeNumber({ optional: true, min: -1, max: 100_000_000, description: 'Index in the SBOM; -1: at the end.' })
  position?: number | null;

  @IsOptional()
  @IsObject({ message: 'must be an object' })
  @ValidateNested({ message: 'must be an object' })
  @Type(() => SearchResultsBody)
  search_results?: SearchResultsBody | null;

  @ObjectList(() => SuggestionBody, maxListItems)
  suggestions?: SuggestionBody[] | null;

  @Text({ optional: true })
  error_message?: string | null;
}

export class AddComponentBody extends EntryBody {
  @Id()
  sbom_id!: string;

  @Text()
  name!: string;
}

export class UpdateComponentBody extends EntryBody {
  @Id()
  id!: string;

  @Id()
  sbom_id!: string;

  @Text({ optional: true, notEmpty: true })
  name?: string | null;

  @Text({
    optional: true,
    max: 40,
    description: '`updated_at` of the entry as the caller read it: with another one nothing is changed (409).',
  })
  unchanged_since?: string | null;
}

/** Maximum number of elements in one updateComponents request. */
export const maxUpdates = 10_000;

/** Rejects requests that name the same entry twice: the elements contradict each other. */
export function refuseDuplicates(bodies: readonly UpdateComponentBody[]): void {
  const seen = new Set<string>();
  for (const [index, { id }] of bodies.entries()) {
    if (seen.has(id))
      throw invalid(`Invalid request: ${index}.id names an entry twice`, { [`${index}.id`]: 'stands twice' });
    seen.add(id);
  }
}
