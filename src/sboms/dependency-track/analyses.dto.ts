import type { FieldErrors } from '../../model/errors.js';
import { Id, maxText, QueryFlag, Text } from '../../platform/http/fields.js';
import type { CrossFieldChecks } from '../../platform/http/validation.js';
import { labelOfJustification, responseOfWord, statusOfState } from './analysis-words.js';

/** A finding, by the ids of its component and of its vulnerability. */
export class AnalysisQuery {
  @Id({ optional: true })
  project?: string | null;

  @Id()
  component!: string;

  @Id()
  vulnerability!: string;
}

export class AnalysisBody extends AnalysisQuery implements CrossFieldChecks {
  @Text({ optional: true, oneOf: Object.keys(statusOfState) })
  analysisState?: string | null;

  @Text({ optional: true, oneOf: Object.keys(labelOfJustification) })
  analysisJustification?: string | null;

  @Text({ optional: true, oneOf: Object.keys(responseOfWord) })
  analysisResponse?: string | null;

  @Text({ optional: true })
  analysisDetails?: string | null;

  @Text({ optional: true })
  comment?: string | null;

  @QueryFlag({ optional: true })
  isSuppressed?: boolean | null;

  @QueryFlag({ optional: true })
  suppressed?: boolean | null;

  crossFieldErrors(): FieldErrors {
    if (reasonOf(this).length <= maxText) return {};
    return { comment: `must be at most ${maxText} characters together with analysisDetails` };
  }
}

/** One text of a statement. */
export const reasonOf = ({ analysisDetails, comment }: Pick<AnalysisBody, 'analysisDetails' | 'comment'>): string =>
  [analysisDetails, comment].filter(Boolean).join('\n');

const documentFormats = ['json', 'xml'] as const;
/** A document of findings alone is `exportStatements`. */
const documentVariants = ['inventory', 'withVulnerabilities'] as const;

export class DocumentQuery {
  @Text({ optional: true, oneOf: documentFormats })
  format?: string | null;

  @Text({ optional: true, oneOf: documentVariants })
  variant?: string | null;

  @QueryFlag({ optional: true })
  download?: boolean | null;
}
