import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { texts } from '../../texts.en.js';
import { get, post, upload } from '../api.js';
import { shortText } from '../parts/file-text.js';
import { Icon, Mark } from '../parts/marks.js';
import { mayChange, organization } from '../session.js';

interface Target {
  readonly id: string;
  readonly name: string;
}

/** What reading without storing has told; null: it cannot be told before there is an SBOM. */
interface Reading {
  readonly format: string;
  readonly components: number;
  readonly changes: { readonly added: number; readonly updated: number; readonly removed: number } | null;
  readonly warnings: readonly { readonly path: string; readonly message: string }[];
  readonly warningCount: number;
}

type Progress = 'reading' | 'ready' | 'importing' | 'done' | 'failed';

interface Item {
  readonly key: number;
  readonly file: File;
  readonly target: Target | null;
  readonly progress: Progress;
  readonly reading: Reading | null;
  readonly problem: string | null;
  readonly sbomId: string | null;
  readonly components: number;
}

interface Properties {
  readonly title: string;
  readonly note: string;
  /** For finding the SBOM that a file belongs to, by its name. */
  readonly sboms: readonly Target[];
  readonly onImported: () => void;
  /** The area is always there, not only while something is imported. */
  readonly isQuiet?: boolean;
}

const baseName = (file: File): string =>
  file.name.replace(/(?:\.(?:cdx|spdx|bom|sbom))?\.[a-z0-9]{2,5}(?:\.gz)?$/i, '') || file.name;

let nextKey = 0;

/** Takes files by drop or choice, shows what would be read, and imports them. One that cannot be read holds up no other. */
export function ImportArea({ title, note, sboms, onImported, isQuiet }: Properties): JSX.Element | null {
  const [items, setItems] = useState<readonly Item[]>([]);
  const [isOver, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const change = (key: number, changes: Partial<Item>): void =>
    setItems((all) => all.map((item) => (item.key === key ? { ...item, ...changes } : item)));

  const take = (files: readonly File[]): void => {
    const added = files.map((file): Item => {
      const target = sboms.find(({ name }) => name === baseName(file)) ?? null;
      const base = { key: (nextKey += 1), file, target, reading: null, problem: null, sbomId: null, components: 0 };
      return { ...base, progress: target ? 'reading' : 'ready' };
    });
    setItems((all) => [...all.filter(({ progress }) => progress !== 'done'), ...added]);
    for (const { key, file, target } of added)
      if (target) void check(file, target.id).then((changes) => change(key, changes));
  };

  useEffect(() => {
    if (!mayChange.value) return undefined;
    const over = (event: DragEvent): void => {
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent): void => void (event.relatedTarget === null && setOver(false));
    const drop = (event: DragEvent): void => {
      event.preventDefault();
      setOver(false);
      take([...(event.dataTransfer?.files ?? [])]);
    };
    window.addEventListener('dragover', over);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragover', over);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', drop);
    };
  });

  if (!mayChange.value) return isQuiet ? null : <p class="note">{texts.errors.viewer}</p>;
  const ready = items.filter(({ progress }) => progress === 'ready');
  const run = async (): Promise<void> => {
    for (const { key, file, target } of ready) {
      change(key, { progress: 'importing' });
      change(key, await importFile(file, target));
    }
    onImported();
  };
  return (
    <section class={`import${isOver ? ' over' : ''}${isQuiet && items.length === 0 && !isOver ? ' quiet-area' : ''}`}>
      <input
        ref={input}
        type="file"
        multiple
        class="hide"
        tabIndex={-1}
        aria-label={texts.import.choose}
        onChange={(event) => {
          take([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = '';
        }}
      />
      <div class="drop">
        <h2>{isOver ? texts.sboms.drop : title}</h2>
        <p class="soft">{note}</p>
        <button type="button" class={`b${items.length === 0 ? ' main' : ''}`} onClick={() => input.current?.click()}>
          {texts.import.choose}
        </button>
      </div>
      {items.length > 0 && (
        <>
          <ul class="card lines wide-lines">
            {items.map((item) => (
              <ImportItem
                key={item.key}
                item={item}
                onRemove={() => setItems((all) => all.filter(({ key }) => key !== item.key))}
              />
            ))}
          </ul>
          {ready.length > 0 && (
            <p class="row wrap">
              <button type="button" class="b main" onClick={() => void run()}>
                {texts.import.run(ready.length)}
              </button>
              <span class="small soft">{texts.import.promise}</span>
            </p>
          )}
        </>
      )}
    </section>
  );
}

function ImportItem({ item, onRemove }: { item: Item; onRemove: () => void }): JSX.Element {
  const { file, target, progress, reading, problem, sbomId, components } = item;
  return (
    <li>
      <span class="grow break">
        <strong>{shortText(file.name)}</strong>
        <span class="sub">
          {target ? texts.import.existing(shortText(target.name)) : texts.import.newSbom(shortText(baseName(file)))}
        </span>
        {reading && (
          <span class="sub">
            {texts.import.read(reading.format, reading.components)}
            {reading.changes && (
              <>: {texts.import.changes(reading.changes.added, reading.changes.updated, reading.changes.removed)}</>
            )}
          </span>
        )}
        {reading && reading.warningCount > 0 && (
          <details>
            <summary>{texts.import.warnings(reading.warningCount)}</summary>
            <ul class="small">
              {reading.warnings.slice(0, 20).map(({ path, message }, index) => (
                <li key={index}>{shortText(`${path}: ${message}`, 300)}</li>
              ))}
            </ul>
          </details>
        )}
        {problem && (
          <span class="mark failed" role="alert">
            <Icon name="failed" />
            {problem}
          </span>
        )}
      </span>
      {progress === 'reading' && <Mark kind="pending">{texts.import.check}</Mark>}
      {progress === 'importing' && <Mark kind="pending">{texts.import.running}</Mark>}
      {progress === 'done' && (
        <>
          <Mark kind="passed">{texts.import.done(components)}</Mark>
          <a class="b s" href={`/o/${organization.value!.id}/sboms/${sbomId}`}>
            {texts.import.open}
          </a>
        </>
      )}
      {(progress === 'ready' || progress === 'failed') && (
        <button type="button" class="b s" aria-label={texts.import.remove(file.name.slice(0, 60))} onClick={onRemove}>
          {texts.cancel}
        </button>
      )}
    </li>
  );
}

interface ImportAnswer {
  readonly meta: Readonly<Record<string, unknown>>;
}

const uploadInto = (file: File, query: Readonly<Record<string, string | boolean>>): Promise<ImportAnswer> =>
  upload('v1/project/importSBOM', file, query) as Promise<ImportAnswer>;

/** Reads the file without storing anything. */
async function check(file: File, sbomId: string): Promise<Partial<Item>> {
  try {
    const { meta } = await uploadInto(file, { sbom_id: sbomId, dry_run: true });
    const told = meta.import as { format: string; components: number; added: number; updated: number; removed: number };
    return {
      progress: 'ready',
      reading: {
        format: told.format,
        components: told.components,
        changes: told,
        warnings: (meta.warnings ?? []) as Reading['warnings'],
        warningCount: Number(meta.warning_count ?? 0),
      },
    };
  } catch (error) {
    return { progress: 'failed', problem: (error as Error).message };
  }
}

async function importFile(file: File, target: Target | null): Promise<Partial<Item>> {
  let created: string | null = null;
  try {
    if (!target) {
      const fields = { name: baseName(file), version: '', supplier: '', contact_name: '', contact_email: '' };
      created = (await post('v1/project/createSBOM', { ...fields, org_id: organization.value!.id })).data.id;
    }
    const sbomId = target?.id ?? created!;
    const { meta } = await uploadInto(file, { sbom_id: sbomId, async: true });
    const job = await finished(String(meta.job_id ?? ''));
    if (job.status !== 'succeeded') throw new Error(job.error);
    const { data } = await get('v1/project/getSBOM', { id: sbomId, limit: 1 });
    return { progress: 'done', sbomId, components: data.entry_count };
  } catch (error) {
    // An SBOM without a file would only be in the way.
    if (created) await post('v1/project/deleteSBOM', { id: created }).catch(() => undefined);
    return { progress: 'failed', problem: (error as Error).message };
  }
}

const pollMs = 400;

async function finished(jobId: string): Promise<{ status: string; error: string }> {
  for (;;) {
    const { data } = await get('v1/jobs/getJob', { id: jobId });
    const { status, error } = data as unknown as { status: string; error?: unknown };
    if (['succeeded', 'failed', 'cancelled'].includes(status)) return { status, error: messageIn(error) };
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

function messageIn(error: unknown): string {
  if (typeof error === 'string') return error;
  const { message } = (error ?? {}) as { message?: unknown };
  return typeof message === 'string' ? message : texts.errors.title;
}
