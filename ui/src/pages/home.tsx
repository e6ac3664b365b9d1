import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { number, texts } from '../../texts.en.js';
import { get } from '../api.js';
import { shortText } from '../parts/file-text.js';
import { Card } from '../parts/card.js';
import { Part, useLoaded } from '../parts/loaded.js';
import { Icon, Mark } from '../parts/marks.js';
import { Shell } from '../parts/shell.js';
import { ImportArea } from '../sboms/import-area.js';
import { SbomTable } from '../sboms/sbom-table.js';
import { minCoverage } from '../parts/judgement.js';
import { mayChange, organization } from '../session.js';

const maxSboms = 6;

export function Home(): JSX.Element {
  const { id: orgId, name } = organization.value!;
  const listing = useLoaded(() => get('v1/project/getSBOMs', { org_id: orgId, limit: 100 }), [orgId]);
  useEffect(() => void (document.title = `${name} · ${texts.product}`), [name]);
  return (
    <Shell at="home">
      <div class="row wrap">
        <h1 class="break">{shortText(name)}</h1>
        <span class="grow" />
        {mayChange.value && (
          <a class="b main" href={`/o/${orgId}/sboms`}>
            {texts.import.title}
          </a>
        )}
      </div>
      <Part of={listing}>
        {({ data, meta }) => {
          const { organization: figures, softwareLists: sboms } = data;
          if (meta.total_count === 0)
            return <ImportArea title={texts.home.empty} note={texts.home.emptyNote} onImported={listing.again} />;
          const { examined, partly, notExamined } = figures.coverage;
          const unexamined = partly + notExamined;
          return (
            <>
              <p class="small soft">{texts.home.summary(meta.total_count, examined + unexamined)}</p>
              <div class="columns">
                <div class="stack">
                  <Needs unexamined={unexamined} failing={figures.compliance.failing} />
                  <Card title={texts.home.sboms} aside={<a href={`/o/${orgId}/sboms`}>{texts.home.allSboms}</a>}>
                    <SbomTable
                      sboms={[...sboms].sort((a, b) => b.metrics.risk.score - a.metrics.risk.score).slice(0, maxSboms)}
                      columns={['coverage', 'risk', 'verdict']}
                    />
                  </Card>
                </div>
                <div class="stack">
                  <Card title={texts.home.risk} aside={texts.home.riskScale}>
                    {figures.risk.coverage < minCoverage ? (
                      <Mark kind="not_examined">{texts.home.riskUnknown}</Mark>
                    ) : (
                      <p class="figure">{number(Math.round(figures.risk.score))}</p>
                    )}
                  </Card>
                  <DataAge />
                </div>
              </div>
            </>
          );
        }}
      </Part>
    </Shell>
  );
}

function Needs({ unexamined, failing }: { unexamined: number; failing: number }): JSX.Element {
  const orgId = organization.value!.id;
  const queue = useLoaded(() => get('v1/review/getQueue', { org_id: orgId, limit: 1 }), [orgId]);
  const path = `/o/${orgId}`;
  return (
    <Card title={texts.home.needs} aside={texts.home.worst}>
      <Part of={queue}>
        {({ meta }) => (
          <ul class="needs">
            {failing > 0 && (
              <Need
                icon="failed"
                title={texts.home.failing(failing)}
                note={texts.home.failingNote}
                href={`${path}/sboms`}
                label={texts.home.toSboms}
              />
            )}
            {unexamined > 0 && (
              <Need
                icon="hatched"
                title={texts.home.unexamined(unexamined)}
                note={texts.home.unexaminedNote}
                href={`${path}/vulnerabilities`}
                label={texts.home.toVulnerabilities}
              />
            )}
            {meta.total_count > 0 && (
              <Need
                icon="pending"
                title={texts.home.queue(meta.total_count)}
                note={texts.home.queueNote(Number((meta as { entries?: unknown }).entries ?? 0))}
                href={`${path}/review`}
                label={texts.home.toQueue}
              />
            )}
            {failing + unexamined + meta.total_count === 0 && (
              <Need
                icon="passed"
                title={texts.home.nothing}
                note={texts.home.nothingNote}
                href={`${path}/sboms`}
                label={texts.home.toSboms}
              />
            )}
          </ul>
        )}
      </Part>
    </Card>
  );
}

interface NeedProperties {
  readonly icon: string;
  readonly title: string;
  readonly note: string;
  readonly href: string;
  readonly label: string;
}

const Need = ({ icon, title, note, href, label }: NeedProperties): JSX.Element => (
  <li>
    <Icon name={icon} />
    <span class="grow">
      {title}
      <span class="sub">{note}</span>
    </span>
    <a class="b s" href={href}>
      {label}
    </a>
  </li>
);

interface Source {
  readonly name?: string;
  readonly id?: string;
  readonly last_success_at?: string | null;
  readonly loaded_at?: string | null;
  readonly updated_at?: string | null;
}

function DataAge(): JSX.Element {
  const sources = useLoaded(() => get('v1/catalog/getSources'), []);
  return (
    <Card title={texts.home.data}>
      <Part of={sources}>
        {({ data }) => {
          const rows = (data as unknown as readonly Source[]).slice(0, 12);
          if (rows.length === 0) return <Mark kind="not_examined">{texts.home.noSources}</Mark>;
          return (
            <ul class="lines">
              {rows.map((source) => {
                const at = source.last_success_at ?? source.loaded_at ?? source.updated_at ?? null;
                const name = source.name ?? source.id ?? '';
                return (
                  <li key={name}>
                    <span class="clip">{name}</span>
                    {at ? (
                      <span class="quiet nowrap">{texts.ago(at)}</span>
                    ) : (
                      <Mark kind="not_examined">{texts.home.never}</Mark>
                    )}
                  </li>
                );
              })}
            </ul>
          );
        }}
      </Part>
    </Card>
  );
}
