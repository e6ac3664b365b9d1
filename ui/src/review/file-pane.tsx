import type { ComponentChildren, JSX } from 'preact';
import { number, texts } from '../../texts.en.js';
import { FileText, shortText } from '../parts/file-text.js';
import { Skeleton } from '../parts/loaded.js';
import { Key } from '../parts/marks.js';
import { organization } from '../session.js';
import { NearNames } from './near-names.js';
import { decisionText } from './decision-text.js';
import type { ReviewStore } from './store.js';
import type { ReviewGroupDetail } from './types.js';

export function FilePane({ store }: { store: ReviewStore }): JSX.Element {
  const group = store.group.value!;
  const detail = store.detail.value;
  return (
    <section class="pane file" aria-label={texts.review.file}>
      <div class="pane-head not-s">
        <h2>{texts.review.file}</h2>
        <span>{texts.review.readFrom(group.sboms)}</span>
      </div>
      <div class="scroll" tabIndex={0} role="group" aria-label={texts.review.file} data-pane>
        <h2 class="subject break">
          <FileText text={group.name} />
        </h2>
        {detail ? <Said detail={detail} store={store} /> : !store.isGone && <Skeleton />}
      </div>
    </section>
  );
}

function Said({ detail, store }: { detail: ReviewGroupDetail; store: ReviewStore }): JSX.Element {
  const { row, siblings, places, decisions, hint } = detail;
  const rows = [...siblings, row].sort((a, b) => a.position - b.position);
  return (
    <>
      <dl class="facts">
        <Fact label={texts.review.version} text={row.version} strong />
        <Fact label={texts.review.org} text={row.org} />
        <Fact label={texts.review.license} text={row.licenses.join(', ')} />
        <Fact label={texts.review.hashes} text={row.hashes > 0 ? texts.review.hashCount(row.hashes) : ''} />
        <Fact label={texts.review.hint} text={hint} />
      </dl>
      <Section title={texts.review.row} aside={<FileText text={row.file_name ?? row.sbom_name} cut={40} />}>
        <table class="sheet">
          <thead>
            <tr>
              <th scope="col">
                <span class="hide">{texts.review.position}</span>
              </th>
              <th scope="col">{texts.review.component}</th>
              <th scope="col">{texts.review.version}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((one) => (
              <tr key={one.position} class={one.position === row.position ? 'here' : ''}>
                <th scope="row">{number(one.position + 1)}</th>
                <td>
                  <FileText text={one.name} cut={80} />
                </td>
                <td>
                  <FileText text={one.version} cut={40} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <p class="row small">
          <span class="quiet break grow">{shortText(row.place, 200)}</span>
          <a id="open-row" href={rowAddress(row)} target="_blank" rel="noreferrer" aria-keyshortcuts="o">
            {texts.review.openRow}
          </a>
          <Key>o</Key>
        </p>
      </Section>
      <NearNames store={store} />
      <Section title={texts.review.where}>
        <ul class="lines">
          {places.map(({ sbom_id, name, version, entries }) => (
            <li key={sbom_id}>
              <a class="clip" href={`/o/${organization.value!.id}/sboms/${sbom_id}`}>
                {shortText(`${name} ${version}`.trim())}
              </a>
              <span class="quiet nowrap">{texts.counts.entries(entries)}</span>
            </li>
          ))}
        </ul>
      </Section>
      <Section title={texts.review.decidedBefore}>
        {decisions.length === 0 && <p class="small quiet">{texts.review.neverDecided}</p>}
        <ul class="small soft">
          {decisions.map((decision) => (
            <li key={decision.id} class="break">
              {texts.review.decisionLine(decision.user_name, decisionText(decision), texts.ago(decision.created_at))}
              {decision.note !== '' && <> “{shortText(decision.note, 200)}”</>}
            </li>
          ))}
        </ul>
      </Section>
    </>
  );
}

/** The entry among those of its SBOM that are called so. */
const rowAddress = ({ sbom_id, component_id, name }: ReviewGroupDetail['row']): string => {
  const parameters = new URLSearchParams({ q: name.slice(0, 200), entry: component_id });
  return `/o/${organization.value!.id}/sboms/${sbom_id}?${parameters.toString()}`;
};

function Fact({ label, text, strong }: { label: string; text: string; strong?: boolean }): JSX.Element {
  return (
    <>
      <dt>{label}</dt>
      <dd class={text === '' ? 'absent' : strong ? 'strong break' : 'break'}>
        {text === '' ? texts.review.absent : <FileText text={text} />}
      </dd>
    </>
  );
}

function Section({
  title,
  aside,
  children,
}: {
  title: string;
  aside?: ComponentChildren;
  children: ComponentChildren;
}): JSX.Element {
  return (
    <section>
      <h3>
        {title} {aside && <span>{aside}</span>}
      </h3>
      {children}
    </section>
  );
}
