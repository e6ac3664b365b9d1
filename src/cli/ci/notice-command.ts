import type { NoticeGapsView } from '../../sboms/licenses/notice.view.js';
import { exitCodes, UsageError } from '../usage.js';
import { CiClient } from './ci-client.js';
import { writeOut } from './export-command.js';
import { idOfSbom, type SbomSelector } from './named-sbom.js';

/** Writes the NOTICE of an SBOM; the exit code says whether it is complete. */
export async function writeNotice(out: string, options: SbomSelector & { format?: string }): Promise<number> {
  const { format = 'text' } = options;
  if (!['text', 'html', 'spdx'].includes(format)) throw new UsageError('--format must be text, html or spdx');
  const client = new CiClient(process.env);
  const id = await idOfSbom(client, options);
  await writeOut(out, (await client.download('v1/report/getNotice', { id, format })).bytes);
  const { data } = await client.get<NoticeGapsView>('v1/report/getNotice', { id, format: 'json' });
  if (data.complete) return exitCodes.done;
  process.stderr.write(
    data.components === 0
      ? 'The notice is empty: the SBOM has no components\n'
      : `The notice is incomplete: ${data.without_license_count} components without a known licence, ${data.without_text.length} licences without a text, ${data.without_copyright_count} components without a copyright line, ${data.unread_file_count} files that were not read; its top says more\n`,
  );
  return exitCodes.warned;
}
