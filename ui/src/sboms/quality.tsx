import type { JSX } from 'preact';
import { texts } from '../../texts.en.js';
import { qualityTexts as words } from '../../texts.en/quality.js';
import { get, type Data } from '../api.js';
import { Card } from '../parts/card.js';
import { shortText } from '../parts/file-text.js';
import { Part, useLoaded } from '../parts/loaded.js';
import { Mark } from '../parts/marks.js';
import { Table } from '../parts/table.js';
import { organization } from '../session.js';

type Quality = Data<'GET v1/report/getQuality'>;
type Standard = Quality['standards'][number];
type Requirement = Standard['requirements'][number];

const letters = [
  ['html', words.letter],
  ['markdown', words.letterText],
  ['xlsx', words.workbook],
] as const;

/** What the delivered file lacks, by each list of minimum elements. */
export function Quality({ sbomId, stamp }: { sbomId: string; stamp: string }): JSX.Element {
  const loaded = useLoaded(() => get('v1/report/getQuality', { id: sbomId }), [sbomId], [stamp]);
  return (
    <>
      <p class="soft">{words.note}</p>
      <Part of={loaded}>{({ data }) => <Judged of={data} />}</Part>
    </>
  );
}

function Judged({ of }: { of: Quality }): JSX.Element {
  const { id, format, components, added_by_hand: byHand, standards, previous } = of;
  if (format === '') return <p class="soft">{words.none}</p>;
  return (
    <>
      <div class="row wrap">
        <span class="small soft">{words.file(shortText(format), components)}</span>
        {byHand > 0 && <span class="small soft">{words.byHand(byHand)}</span>}
        <span class="grow" />
        {letters.map(([kind, label]) => (
          <a
            key={kind}
            class="b s"
            href={`/v1/report/getQuality?id=${id}&format=${kind}`}
            target="_blank"
            rel="noreferrer"
          >
            {label}
          </a>
        ))}
      </div>
      <Before of={previous} />
      {standards.map((standard) => (
        <Judgement key={standard.id} of={standard} before={previous?.standards.find((one) => one.id === standard.id)} />
      ))}
    </>
  );
}

function Before({ of }: { of: Quality['previous'] }): JSX.Element {
  if (!of) return <p class="small soft">{words.before.none}</p>;
  const what = `${of.name} ${of.version}`.trim();
  return (
    <p class="small soft break">
      <a href={`/o/${organization.value!.id}/sboms/${of.sbom_id}/quality`}>
        {words.before.of(
          `${shortText(what, 80)}, ${words.before.importOf(of.import_number)}`,
          texts.moment(of.checked_at),
        )}
      </a>
    </p>
  );
}

const stateOf = ({ met, requirements }: Standard): 'met' | 'not_met' | 'not_checked' =>
  met ? 'met' : requirements.some(({ status }) => status === 'not_met') ? 'not_met' : 'not_checked';

const marks: Readonly<Record<string, string>> = { met: 'passed', not_met: 'failed', not_checked: 'not_examined' };

function Judgement({
  of,
  before,
}: {
  of: Standard;
  before: { readonly score: number | null } | undefined;
}): JSX.Element {
  const state = stateOf(of);
  const met = of.requirements.filter(({ status }) => status === 'met');
  const open = of.requirements.filter(({ status }) => status !== 'met');
  return (
    <Card title={of.title}>
      <div class="stack">
        <p class="row wrap">
          <Mark kind={marks[state]!}>{words.standards[state]}</Mark>
          <strong>{of.score === null ? words.noScore : words.score(Math.floor(of.score))}</strong>
          {of.score !== null && before && before.score !== null && (
            <span class="small soft">{changeText(of.score - before.score)}</span>
          )}
        </p>
        {open.length > 0 && (
          <div class="scroll-x">
            <RequirementTable title={of.title} rows={open} />
          </div>
        )}
        {met.length > 0 && (
          <details>
            <summary class="small">{words.met(met.length)}</summary>
            <ul class="dots small">
              {met.map(({ id, title }) => (
                <li key={id}>{title}</li>
              ))}
            </ul>
          </details>
        )}
      </div>
    </Card>
  );
}

function changeText(change: number): string {
  const points = Math.round(Math.abs(change));
  if (points === 0) return words.before.same;
  return change > 0 ? words.before.better(points) : words.before.worse(points);
}

function RequirementTable({ title, rows }: { title: string; rows: readonly Requirement[] }): JSX.Element {
  const { columns } = words;
  return (
    <Table
      label={title}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        { title: columns.requirement, cell: (requirement) => requirement.title },
        {
          title: columns.state,
          cell: (requirement) => (
            <>
              <Mark kind={marks[requirement.status]!}>{words.states[requirement.status]}</Mark>
              <Lacking of={requirement} />
            </>
          ),
        },
        { title: columns.mend, cell: ({ mend }) => mend },
      ]}
    />
  );
}

function Lacking({ of: { status, scope, checked, lacking, components } }: { of: Requirement }): JSX.Element | null {
  if (status !== 'not_met') return null;
  if (scope === 'document') return <span class="sub">{words.document}</span>;
  return (
    <>
      <span class="sub">{words.lacking(lacking, checked)}</span>
      {components.length > 0 && (
        <details class="small">
          <summary>{words.examples(components.length, lacking)}</summary>
          <ul class="dots">
            {components.map(({ name, version, place }, index) => (
              <li key={index} class="break">
                {shortText(`${name} ${version}`.trim() || texts.unknown, 80)}
                {place && <span class="sub">{shortText(place, 120)}</span>}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
