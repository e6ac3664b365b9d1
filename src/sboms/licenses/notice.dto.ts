import { Id, Text } from '../../platform/http/fields.js';

export const noticeFormats = ['text', 'html', 'spdx', 'json'] as const;
export type NoticeFormat = (typeof noticeFormats)[number];

export class NoticeQuery {
  @Id({ description: 'The SBOM.' })
  id!: string;

  @Text({
    optional: true,
    oneOf: noticeFormats,
    description: 'spdx: tag-value; json: only what is missing. Default: text.',
  })
  format?: string | null;
}
