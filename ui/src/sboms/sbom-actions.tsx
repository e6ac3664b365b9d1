import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { number, texts } from '../../texts.en.js';
import { download, post, type Data, type Loss } from '../api.js';
import { shortText } from '../parts/file-text.js';
import { announce, Problem } from '../parts/loaded.js';
import { mayChange, organization } from '../session.js';

type Sbom = Data<'GET v1/project/getSBOM'>;

/** Standard, encoding and, where it is not the usual one, version. */
const exports: readonly (readonly [type: string, encoding: string, version?: string])[] = [
  ['CycloneDX', 'JSON'],
  ['CycloneDX', 'XML'],
  ['CycloneDX', 'YAML'],
  ['CycloneDX', 'CSV'],
  ['CycloneDX', 'XLSX'],
  ['SPDX', 'JSON'],
  ['SPDX', 'YAML'],
  ['SPDX', 'XML'],
  ['SPDX', 'tag-value'],
  ['SPDX', 'CSV'],
  ['SPDX', 'XLSX'],
  ['SPDX', 'JSON', '3.0.1'],
];

type Sign = 'jsf' | 'dsse';

const reports = ['html', 'csv', 'xlsx', 'json'] as const;

/** A file that was downloaded, and what it lacks. */
interface Exported {
  readonly format: string;
  readonly losses: readonly Loss[] | null;
}

function Losses({ of: { format, losses } }: { of: Exported }): JSX.Element {
  const words = texts.sbom.losses;
  if (losses === null || losses.length === 0)
    return (
      <p class="small soft full-row" role="status">
        {losses === null ? words.unknown(format) : words.none(format)}
      </p>
    );
  return (
    <div class="note full-row" role="status">
      <div>
        <strong>{words.some(format)}</strong>
        <ul class="small">
          {losses.map(({ what, count }) => (
            <li key={what}>{`${shortText(what, 200)} (${number(count)})`}</li>
          ))}
        </ul>
      </div>
    </div>
  );
}

/** Export, report and confirmation of an SBOM. */
export function SbomActions({ sbom, onChanged }: { sbom: Sbom; onChanged: () => void }): JSX.Element {
  const [problem, setProblem] = useState<Error | null>(null);
  const [exported, setExported] = useState<Exported | null>(null);
  const { partiallyResolved, unresolved } = sbom.metrics.resolution;
  const open = partiallyResolved + unresolved;
  const isConfirmed = sbom.status === 'finished';
  const reason = isConfirmed
    ? texts.sbom.confirmedAlready
    : sbom.entry_count === 0
      ? texts.sbom.blockedEmpty
      : open > 0
        ? texts.sbom.blocked(open)
        : sbom.open_gaps > 0
          ? texts.sbom.blockedGaps(sbom.open_gaps)
          : '';
  const attempt = (work: Promise<unknown>, then?: () => void): void => {
    setProblem(null);
    work.then(() => then?.(), setProblem);
  };
  const confirm = (): void =>
    attempt(post('v1/project/saveConfirmSBOM', undefined, { id: sbom.id }), () => {
      announce(texts.sbom.confirmed);
      onChanged();
    });
  const exportAs = async ([type, encoding, version]: (typeof exports)[number], sign?: Sign): Promise<void> => {
    setExported(null);
    const query = { sbom_type: type, encoding, spec_version: version, sign, download: true };
    const losses = await download('v1/report/getSBOM', query, { sbom_id: sbom.id });
    const format = sign ? texts.sbom.signed[sign] : [type, version, encoding].filter(Boolean).join(' ');
    setExported({ format, losses });
  };
  return (
    <>
      <button type="button" class="b" popovertarget="export">
        {texts.sbom.export}
      </button>
      <div id="export" popover="auto" class="menu">
        {exports.map(([type, encoding, version]) => (
          <button
            key={`${type} ${encoding} ${version ?? ''}`}
            type="button"
            class="b bare"
            popovertarget="export"
            popovertargetaction="hide"
            onClick={() => attempt(exportAs([type, encoding, version]))}
          >
            {[type, version, encoding].filter(Boolean).join(' ')}
          </button>
        ))}
        {(['jsf', 'dsse'] as const).map((sign) => (
          <button
            key={sign}
            type="button"
            class="b bare"
            popovertarget="export"
            popovertargetaction="hide"
            onClick={() => attempt(exportAs(['CycloneDX', 'JSON'], sign))}
          >
            {texts.sbom.signed[sign]}
          </button>
        ))}
        <a class="b bare" href={`/v1/project/getOriginal?id=${sbom.id}`} download>
          {texts.sbom.original}
        </a>
      </div>
      <button type="button" class="b" popovertarget="report">
        {texts.sbom.report}
      </button>
      <div id="report" popover="auto" class="menu">
        {reports.map((format) => (
          <a
            key={format}
            class="b bare"
            href={`/v1/report/getSBOMReport?id=${sbom.id}&format=${format}`}
            target="_blank"
            rel="noreferrer"
          >
            {texts.sbom.reports[format]}
          </a>
        ))}
      </div>
      {mayChange.value && (
        <button
          type="button"
          class="b main"
          disabled={reason !== ''}
          {...(reason && { 'aria-describedby': 'blocked' })}
          onClick={confirm}
        >
          {texts.sbom.confirm}
        </button>
      )}
      {reason !== '' && (
        <p id="blocked" class="small soft full-row">
          {reason}{' '}
          {open > 0 && <a href={`/o/${organization.value!.id}/review?sbom=${sbom.id}`}>{texts.sbom.toReview}</a>}
        </p>
      )}
      {exported && <Losses of={exported} />}
      {problem && <Problem error={problem} />}
    </>
  );
}
