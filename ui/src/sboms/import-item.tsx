import type { JSX } from 'preact';
import { texts } from '../../texts.en.js';
import { shortText } from '../parts/file-text.js';
import { useLoaded } from '../parts/loaded.js';
import { Icon, Mark } from '../parts/marks.js';
import { Warnings } from '../parts/warnings.js';
import { organization } from '../session.js';
import { baseName, loadTargets, type Item, type Target } from './import-files.js';
import { WorkLines, type SbomProgress } from './progress.js';

interface Properties {
  readonly item: Item;
  /** What the service does with the SBOM after the import; null: not known yet. */
  readonly progress: SbomProgress | null;
  readonly onTarget: (target: Target | null) => void;
  readonly onRemove: () => void;
}

/** A file on its way into an SBOM: what it holds, and how far it is. */
export function ImportItem({ item, progress: work, onTarget, onRemove }: Properties): JSX.Element {
  const { name, file, target, progress, reading, problem, sbomId, components } = item;
  return (
    <li>
      <span class="grow break">
        <strong>{shortText(name)}</strong>
        <span class="sub">
          {target ? texts.import.existing(shortText(target.name)) : texts.import.newSbom(shortText(baseName(name)))}
        </span>
        {progress === 'ready' && <TargetChoice item={item} onTarget={onTarget} />}
        {reading && (
          <span class="sub">
            {texts.import.read(reading.format, reading.components)}
            {reading.changes && (
              <>: {texts.import.changes(reading.changes.added, reading.changes.updated, reading.changes.removed)}</>
            )}
          </span>
        )}
        {reading && <Warnings of={reading.warnings} count={reading.warningCount} />}
        {progress === 'importing' && <WorkLines work={[{ name: 'sbom.import', done: components, total: null }]} />}
        {progress === 'working' && <WorkLines work={work?.work ?? []} />}
        {progress === 'importing' && item.waiting && <Mark kind="warning">{item.waiting}</Mark>}
        {problem && (
          <span class="mark failed" role="alert">
            <Icon name="failed" />
            {problem}
          </span>
        )}
      </span>
      {progress === 'reading' && <Mark kind="pending">{texts.import.check}</Mark>}
      {progress === 'importing' && <Mark kind="pending">{texts.import.running}</Mark>}
      {progress === 'working' && <Mark kind="pending">{texts.import.stored(components)}</Mark>}
      {progress === 'done' && work && (
        <Mark kind={item.isPartial ? 'warning' : work.resolved_count < work.entry_count ? 'pending' : 'passed'}>
          {texts.import.done(work.resolved_count, work.entry_count)}
          {item.isPartial && `. ${texts.import.partial}`}
        </Mark>
      )}
      {sbomId && progress !== 'importing' && (
        <a class="b s" href={`/o/${organization.value!.id}/sboms/${sbomId}`}>
          {texts.import.open}
        </a>
      )}
      {progress === 'failed' && file && (
        <button type="button" class="b s" onClick={() => onTarget(target)}>
          {texts.retry}
        </button>
      )}
      {(progress === 'ready' || progress === 'failed') && (
        <button type="button" class="b s" aria-label={texts.import.remove(name.slice(0, 60))} onClick={onRemove}>
          {progress === 'ready' ? texts.import.leaveOut : texts.import.dismiss}
        </button>
      )}
    </li>
  );
}

/** Another SBOM than the one that has the name of the file. */
function TargetChoice({ item: { name, target, found }, onTarget }: Pick<Properties, 'item' | 'onTarget'>): JSX.Element {
  const loaded = useLoaded(() => loadTargets(organization.value!.id), []);
  const { data, error } = loaded.state.value;
  const others = (data?.targets ?? []).filter(({ id }) => id !== found?.id);
  const all = found ? [found, ...others] : others;
  return (
    <label class="row small">
      {texts.import.target}
      <select
        class="input s"
        onChange={(event) => onTarget(all.find(({ id }) => id === event.currentTarget.value) ?? null)}
      >
        <option value="" selected={target === null}>
          {texts.import.newSbom(shortText(baseName(name)))}
        </option>
        {all.map(({ id, name }) => (
          <option key={id} value={id} selected={id === target?.id}>
            {shortText(name)}
          </option>
        ))}
        {data && data.total > data.targets.length && (
          <option disabled>{texts.import.moreTargets(data.total - data.targets.length)}</option>
        )}
        {error && <option disabled>{texts.import.noTargets}</option>}
      </select>
    </label>
  );
}
