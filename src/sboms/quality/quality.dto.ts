import { qualityStandards } from '../../quality/requirements.js';
import { Id, Text } from '../../platform/http/fields.js';

export class QualityQuery {
  @Id({ description: 'The SBOM.' })
  id!: string;

  @Text({ optional: true, oneOf: qualityStandards.map(({ id }) => id), description: 'One standard. Default: all.' })
  standard?: string;

  @Text({
    optional: true,
    oneOf: ['json', 'markdown', 'html', 'xlsx'],
    description: 'markdown, html, xlsx: a letter to the supplier; xlsx has rows to correct. Default: json.',
  })
  format?: string;
}
