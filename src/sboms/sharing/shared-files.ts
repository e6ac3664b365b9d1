import { Injectable } from '@nestjs/common';
import { LossLog } from '../../formats/losses.js';
import { noticeHtml, noticeText } from '../../licenses/write-notice.js';
import { redactedId, type Redaction } from '../exporting/export-header.js';
import { ExportService } from '../exporting/export.service.js';
import { NoticeService } from '../licenses/notice.service.js';
import { ReportingService } from '../reporting/reporting.service.js';
import { VexExportService } from '../vulnerabilities/vex-export.service.js';
import type { SharedFileName } from './share-contents.js';
import { sharedReport } from './share-page.js';
import { withholdsInternal, type SharedSbom } from './visitors.service.js';

/** Where a file goes. */
export interface FileSink {
  /** Before the first chunk, once it is sure that there is a file. */
  start(): Promise<void>;
  chunk(chunk: string | Uint8Array): Promise<void>;
}

const exportTargets = {
  'cyclonedx.json': { sbom_type: 'CycloneDX', encoding: 'JSON', spec_version: '1.6' },
  'cyclonedx.xml': { sbom_type: 'CycloneDX', encoding: 'XML', spec_version: '1.6' },
  'spdx.json': { sbom_type: 'SPDX', encoding: 'JSON', spec_version: '2.3' },
  'spdx.spdx': { sbom_type: 'SPDX', encoding: 'tag-value', spec_version: '2.3' },
} as const;

const vexFormats = { 'openvex.json': 'openvex', 'csaf.json': 'csaf', 'vex.cyclonedx.json': 'cyclonedx' } as const;

/** Characters of a chunk that is put together of small ones. */
const chunkSize = 65_536;

/** Writes the files of a share, without what it does not hold. */
@Injectable()
export class SharedFiles {
  constructor(
    private readonly exports: ExportService,
    private readonly vex: VexExportService,
    private readonly notices: NoticeService,
    private readonly reports: ReportingService,
  ) {}

  async write(shared: SharedSbom, file: SharedFileName, sink: FileSink): Promise<void> {
    if (file in exportTargets) await this.writeSbom(shared, file as keyof typeof exportTargets, sink);
    else if (file in vexFormats) await this.writeVex(shared, file as keyof typeof vexFormats, sink);
    else if (file === 'report.html') await this.writeReport(shared, sink);
    else await this.writeNotice(shared, file, sink);
  }

  private async writeSbom(shared: SharedSbom, file: keyof typeof exportTargets, sink: FileSink): Promise<void> {
    const asked = {
      sbomId: shared.sbom.id,
      target: exportTargets[file],
      redaction: redactionOf(shared),
      check: shared.check,
    };
    await this.exports.withSharedExport(shared.actor, asked, async (report) => {
      await sink.start();
      for await (const chunk of report.chunks(new LossLog())) await sink.chunk(chunk);
    });
  }

  private async writeVex(shared: SharedSbom, file: keyof typeof vexFormats, sink: FileSink): Promise<void> {
    const query = { sbom_id: shared.sbom.id, format: vexFormats[file], download: false };
    const audience = withholdsInternal(shared.share) ? 'outsiders' : 'anybody';
    const documentId = redactedId(shared.sbom.id, redactionOf(shared));
    const { document } = await this.vex.export(shared.actor, query, {
      audience,
      documentId,
      check: shared.check,
      nothing:
        'There is no VEX file at the moment: nobody has made a statement about a vulnerability of this SBOM that holds. That does not say that it has none. Try again later, or ask whoever sent the link',
    });
    await sink.start();
    await sink.chunk(JSON.stringify(document, null, 2));
  }

  private async writeReport(shared: SharedSbom, sink: FileSink): Promise<void> {
    const asked = { id: shared.sbom.id, check: shared.check };
    await this.reports.withReport(shared.actor, asked, async (source) => {
      const report = await source.summary();
      const withheld = withholdsInternal(shared.share) ? await source.internalIds() : new Set<string>();
      await sink.start();
      await sink.chunk(sharedReport(report, { withScores: shared.share.extras.includes('scores'), withheld }));
    });
  }

  private async writeNotice(shared: SharedSbom, file: SharedFileName, sink: FileSink): Promise<void> {
    const { sbom, notice } = await this.notices.notice(shared.actor, shared.sbom.id, {
      includesInternal: !withholdsInternal(shared.share),
      check: shared.check,
    });
    await sink.start();
    let text = '';
    for (const chunk of file === 'notice.html' ? noticeHtml(notice, sbom) : noticeText(notice, sbom)) {
      text += chunk;
      if (text.length < chunkSize) continue;
      await sink.chunk(text);
      text = '';
    }
    await sink.chunk(text);
  }
}

const redactionOf = (shared: SharedSbom): Redaction => ({
  withholdsInternal: withholdsInternal(shared.share),
  withholdsStatements: !shared.share.contents.includes('vex'),
});
