import { ApiProperty } from '@nestjs/swagger';
import { IsObject } from 'class-validator';
import { Id, QueryFlag, Text } from '../../platform/http/fields.js';
import { PagingQuery } from '../../platform/http/paging.dto.js';
import type { CvssView, ExploitedView, PredictionView } from '../../scores/advisories/advisories.view.js';
import { severityLevels } from '../../scores/vulnerabilities/severity.js';

const statuses = ['affected', 'unknown', 'not_affected'] as const;

export class VulnerabilitiesQuery extends PagingQuery {
  @Id({ description: 'The SBOM, or the component.' })
  id!: string;

  @Text({ optional: true, oneOf: severityLevels, description: 'Only vulnerabilities of this severity.' })
  severity?: string;

  @Text({ optional: true, oneOf: statuses, description: 'Only vulnerabilities with this status.' })
  status?: string;

  @QueryFlag({ optional: true, description: 'true: only vulnerabilities known to be exploited.' })
  exploited: boolean = false;
}

export const statementStatuses = ['not_affected', 'affected', 'fixed', 'under_investigation'] as const;

export class StatementBody {
  @Id()
  component_id!: string;

  @Text({ max: 255, description: 'Any name of the vulnerability.' })
  vulnerability!: string;

  @Text({ oneOf: statementStatuses, description: 'under_investigation withdraws an earlier statement.' })
  status!: string;

  @Text({ description: 'Reason, for the record.' })
  justification!: string;
}

export class OpenVexBody {
  @Id()
  sbom_id!: string;

  @ApiProperty({ type: 'object', additionalProperties: true, description: 'The OpenVEX document.' })
  @IsObject({ message: 'must be an OpenVEX document' })
  document!: object;
}

export class UnmatchedStatementView {
  vulnerability!: string;
  /** As named in the document. */
  products!: string[];
}

/** Result of an import of statements. */
export class ImportedStatementsView {
  @ApiProperty({ format: 'uuid' })
  sbom_id!: string;

  /** Number of statements in the document. */
  statement_count!: number;
  /** Number of components that a statement applies to. */
  component_count!: number;
  /** Number of statements that match nothing in the SBOM. */
  unmatched_count!: number;
  /** The first of them. */
  unmatched!: UnmatchedStatementView[];
}

/** A VEX statement of a document or a person on a vulnerability of a component. */
export class StatementView {
  @ApiProperty({ enum: statementStatuses })
  status!: string;

  justification!: string;

  @ApiProperty({ enum: ['document', 'person'] })
  stated_by!: string;

  /** Empty if the document has no date. */
  stated_at!: string;
}

export class VulnerableComponentView {
  @ApiProperty({ format: 'uuid' })
  id!: string;

  name!: string;
  org!: string;
  version!: string;
  /** Selected identifiers; null if there is none of the kind. */
  purl!: string | null;
  cpe!: string | null;
}

/** One vulnerability of one component. */
export class ComponentVulnerabilityView {
  /** The CVE id if there is one. */
  id!: string;
  aliases!: string[];
  summary!: string;

  @ApiProperty({ enum: severityLevels })
  severity!: string;

  cvss!: CvssView | null;

  /** After VEX; unknown: the data on the advisory or the component is insufficient. */
  @ApiProperty({ enum: statuses })
  status!: string;

  reason!: string;
  /** The smallest later version that is known to be not affected. */
  fixed_in!: string | null;
  exploited!: ExploitedView | null;
  epss!: PredictionView | null;
  malicious!: boolean;
  published!: string | null;
  modified!: string | null;
  link!: string;
  statement!: StatementView | null;
  component!: VulnerableComponentView;
}
