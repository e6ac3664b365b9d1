import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { texts } from '../../texts.en.js';
import { get } from '../api.js';
import { Part, useLoaded } from '../parts/loaded.js';
import { Shell } from '../parts/shell.js';
import { navigate, query, withQuery } from '../router.js';
import { ImportArea } from '../sboms/import-area.js';
import { SbomTable, type ListedSbom } from '../sboms/sbom-table.js';
import { organization } from '../session.js';

const pageSize = 100;
const maxListed = 1000;

const columns = ['supplier', 'identity', 'coverage', 'risk', 'verdict', 'status', 'updated'] as const;

export function SbomsPage(): JSX.Element {
  const orgId = organization.value!.id;
  const [limit, setLimit] = useState(pageSize);
  const listing = useLoaded(() => get('v1/project/getSBOMs', { org_id: orgId, limit }), [orgId, limit]);
  const q = query.value.get('q') ?? '';
  const found = (sboms: readonly ListedSbom[]): readonly ListedSbom[] =>
    sboms.filter(({ name, version, supplier }) =>
      `${name} ${version} ${supplier}`.toLowerCase().includes(q.toLowerCase()),
    );
  useEffect(() => void (document.title = `${texts.sboms.title} · ${texts.product}`), []);
  return (
    <Shell at="sboms">
      <h1>{texts.sboms.title}</h1>
      <Part of={listing}>
        {({ data: { softwareLists: sboms }, meta }) => (
          <>
            <ImportArea
              title={sboms.length === 0 ? texts.sboms.none : texts.sboms.import}
              note={texts.sboms.noneNote}
              sboms={sboms.map(({ id, name }) => ({ id, name }))}
              onImported={listing.again}
              isQuiet={sboms.length > 0}
            />
            {sboms.length > 0 && (
              <>
                <input
                  class="input find"
                  type="search"
                  aria-label={texts.sboms.find}
                  placeholder={texts.sboms.find}
                  value={q}
                  onInput={(event) => navigate(withQuery({ q: event.currentTarget.value }), { replace: true })}
                />
                {found(sboms).length === 0 ? (
                  <p class="soft">{texts.sboms.noMatch}</p>
                ) : (
                  <div class="card scroll-x">
                    <SbomTable sboms={found(sboms)} columns={columns} />
                  </div>
                )}
              </>
            )}
            {meta.total_count > sboms.length && limit < maxListed && (
              <button type="button" class="b" onClick={() => setLimit(Math.min(maxListed, limit * 3))}>
                {texts.sboms.more}
              </button>
            )}
          </>
        )}
      </Part>
    </Shell>
  );
}
