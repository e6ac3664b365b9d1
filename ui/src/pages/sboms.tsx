import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { texts } from '../../texts.en.js';
import { get } from '../api.js';
import { Part, useLoaded } from '../parts/loaded.js';
import { More } from '../parts/more.js';
import { shortText } from '../parts/file-text.js';
import { Stale, useStale } from '../parts/stale.js';
import { Shell } from '../parts/shell.js';
import { navigate, query, withQuery } from '../router.js';
import { ImportArea } from '../sboms/import-area.js';
import { SbomTable } from '../sboms/sbom-table.js';
import { organization } from '../session.js';
import { latest, stampOf } from './home.js';

const pageSize = 100;
const debounceMs = 150;

const columns = ['supplier', 'identity', 'coverage', 'risk', 'verdict', 'status', 'updated'] as const;

/** Each with its values, as the service knows them. */
const choices = {
  verdict: ['failed', 'pending', 'passed'],
  status: ['created', 'allconfirmed', 'finished'],
  sort: ['-updated_at', 'name', 'supplier', '-risk', '-entry_count'],
} as const;

const filterNames = ['q', 'verdict', 'status', 'supplier'] as const;

const parameter = (name: string): string => query.value.get(name) ?? '';

export function SbomsPage(): JSX.Element {
  const orgId = organization.value!.id;
  const [limit, setLimit] = useState(pageSize);
  const filter = Object.fromEntries(filterNames.map((name) => [name, parameter(name)]));
  const sort = parameter('sort');
  const listing = useLoaded(
    () => get('v1/project/getSBOMs', { org_id: orgId, limit, sort, ...filter }),
    [orgId, limit, sort, ...Object.values(filter)],
  );
  const stale = useStale(
    async () => stampOf(await get('v1/project/getSBOMs', latest(orgId))),
    [orgId, listing.round, ...Object.values(filter)],
  );
  useEffect(() => void (document.title = `${texts.sboms.title} · ${texts.product}`), []);
  const isFiltered = Object.values(filter).some((value) => value !== '');
  return (
    <Shell at="sboms">
      <h1>{texts.sboms.title}</h1>
      <Stale of={stale} onShow={listing.again} />
      <Part of={listing}>
        {({ data: { softwareLists: sboms }, meta }) => {
          const isEmpty = sboms.length === 0 && !isFiltered;
          return (
            <>
              <ImportArea
                title={isEmpty ? texts.sboms.none : texts.sboms.import}
                note={texts.sboms.noneNote}
                onImported={listing.again}
                isQuiet={!isEmpty}
              />
              {!isEmpty && <Filters {...suppliersOf(sboms, !isFiltered && meta.total_count <= sboms.length)} />}
              {sboms.length === 0 && isFiltered && <p class="soft">{texts.sboms.noMatch}</p>}
              {sboms.length > 0 && (
                <div class="card scroll-x">
                  <SbomTable sboms={sboms} columns={columns} />
                </div>
              )}
              <More shown={sboms.length} total={meta.total_count} limit={limit} onMore={setLimit} />
            </>
          );
        }}
      </Part>
    </Shell>
  );
}

/** Of an organization, as its SBOMs came into view: with a filter, the list has one supplier alone. */
const seen = { orgId: '', suppliers: new Set<string>(), isWhole: false };

interface Suppliers {
  readonly suppliers: readonly string[];
  /** False: SBOMs that never came into view may have others. */
  readonly isWhole: boolean;
}

function suppliersOf(sboms: readonly { readonly supplier: string }[], isWhole: boolean): Suppliers {
  const orgId = organization.value!.id;
  if (seen.orgId !== orgId) Object.assign(seen, { orgId, suppliers: new Set(), isWhole: false });
  seen.isWhole ||= isWhole;
  for (const supplier of [parameter('supplier'), ...sboms.map((one) => one.supplier)])
    if (supplier) seen.suppliers.add(supplier);
  const suppliers = [...seen.suppliers].sort((one, other) => one.localeCompare(other));
  return { suppliers, isWhole: seen.isWhole };
}

function Filters({ suppliers, isWhole }: Suppliers): JSX.Element {
  const timer = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);
  const set = (changes: Record<string, string>): void => navigate(withQuery(changes), { replace: true });
  const later = (q: string): void => {
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => set({ q }), debounceMs);
  };
  return (
    <div class="row wrap">
      <input
        class="input find"
        type="search"
        aria-label={texts.sboms.find}
        placeholder={texts.sboms.find}
        maxLength={200}
        defaultValue={parameter('q')}
        onInput={(event) => later(event.currentTarget.value.trim())}
      />
      {(['verdict', 'status', 'supplier', 'sort'] as const).map((name) => (
        <label key={name} class="row small soft">
          {texts.sboms.choose[name]}
          <select
            class="input s"
            value={parameter(name)}
            onChange={(event) => set({ [name]: event.currentTarget.value })}
          >
            <option value="">{name === 'sort' ? texts.sboms.newest : texts.sboms.any}</option>
            {(name === 'supplier' ? suppliers : choices[name]).map((value) => (
              <option key={value} value={value}>
                {name === 'supplier' ? shortText(value, 40) : (texts.sboms.values[value] ?? value)}
              </option>
            ))}
            {name === 'supplier' && !isWhole && <option disabled>{texts.sboms.moreSuppliers}</option>}
          </select>
        </label>
      ))}
    </div>
  );
}
