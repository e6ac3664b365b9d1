import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { get } from '../api.js';
import { Part, useLoaded } from '../parts/loaded.js';
import { More, pageSize } from '../parts/more.js';
import { VexActions } from './vex-actions.js';
import { VulnerabilityTable } from './vulnerability-table.js';

export function SbomVulnerabilities({ sbomId, stamp }: { sbomId: string; stamp: string }): JSX.Element {
  const [limit, setLimit] = useState(pageSize);
  const loaded = useLoaded(
    () => get('v1/vulnerability/getVulnerabilitiesForSBOM', { id: sbomId, limit }),
    [sbomId],
    [limit, stamp],
  );
  return (
    <div class="card card-body stack">
      <VexActions sbomId={sbomId} onChanged={loaded.again} />
      <Part of={loaded}>
        {({ data, meta }) => (
          <>
            <VulnerabilityTable rows={data} meta={meta} withComponent />
            <More shown={data.length} total={meta.total_count} limit={limit} onMore={setLimit} />
          </>
        )}
      </Part>
    </div>
  );
}
