import { qualityStandards } from '../../quality/requirements.js';
import { Id, Text } from '../../platform/http/fields.js';

export class QualityQuery {
  @Id({ description: 'The SBOM.' })
  id!: string;

  @Text({ optional: true, oneOf: qualityStandards.map(({ id }) => id), description: 'One standard. Default: all.' })
  standard?: string;

  @Text({
    optional: true,
    oneOf: ['json', 'markdown', 'html'],
    description: 'markdown, html: a letter to the supplier. Default: json.',
  })
  format?: string;
}
