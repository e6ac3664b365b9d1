import { futureFault, Rule } from '../../platform/http/validation.js';
import { Id, Moment, QueryNumber, Text } from '../../platform/http/fields.js';

export class BadgeLinkBody {
  @Id({ description: 'The SBOM.' })
  id!: string;

  @Rule(futureFault)
  @Moment({
    optional: true,
    description:
      'When the link ends, not after the API key that makes it; default: when the links of the SBOM are revoked.',
  })
  expires_at?: string | null;
}

export class BadgeQuery {
  @Id({ description: 'The SBOM.' })
  id!: string;

  @QueryNumber({ optional: true, min: 0, max: 253_402_300_799, description: 'As in the link, in seconds since 1970.' })
  expires?: number | null;

  @Text({ max: 64, description: 'As in the link.' })
  signature!: string;
}
