import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { texts } from '../../texts.en.js';
import { sharingTexts as words } from '../../texts.en/sharing.js';
import { ApiError, get, post, type Data } from '../api.js';
import { shortText } from '../parts/file-text.js';
import { FormDialog, type Field, type Values } from '../parts/form-dialog.js';
import { Part, useLoaded } from '../parts/loaded.js';
import { organization } from '../session.js';

export interface SharedSbom {
  readonly id: string;
  readonly name: string;
}

type Preview = Data<'POST v1/share/previewShare'>;

const maxSboms = 100;
const contentPrefix = 'content ';
const extraPrefix = 'extra ';

/** What a link is to show; a second look at it before it is made. */
export function ShareForm({
  sbom,
  onClose,
  onMade,
}: {
  /** Null: the viewer chooses. */
  sbom: SharedSbom | null;
  onClose: () => void;
  onMade: (url: string) => void;
}): JSX.Element {
  const [typed, setTyped] = useState<Values>({});
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(sbom ? [sbom.id] : []));
  const [preview, setPreview] = useState<Preview | null>(null);
  const body = (values: Values): object => bodyOf(values, [...chosen]);
  if (preview)
    return (
      <FormDialog
        key="preview"
        title={words.previewTitle}
        note={words.previewNote(texts.moment(preview.expires_at))}
        action={words.make}
        fields={[]}
        onClose={onClose}
        onSubmit={async () => {
          const { data } = await post('v1/share/createShare', body(typed));
          onMade(data.url ?? '');
        }}
      >
        <Seen of={preview} onChange={() => setPreview(null)} />
      </FormDialog>
    );
  return (
    <FormDialog
      key="form"
      title={sbom ? words.createTitle(shortText(sbom.name)) : words.createSeveral}
      action={words.preview}
      staysOpen
      fields={fieldsOf(typed)}
      onClose={onClose}
      onSubmit={async (values) => {
        setTyped(values);
        if (chosen.size === 0) throw new ApiError(400, words.chooseSbom);
        if (chosenOf(values, contentPrefix).length === 0) throw new ApiError(400, words.chooseContent);
        setPreview((await post('v1/share/previewShare', body(values))).data);
      }}
    >
      {!sbom && <SbomChoice chosen={chosen} onChosen={setChosen} />}
    </FormDialog>
  );
}

function fieldsOf(typed: Values): readonly Field[] {
  const { fields } = words;
  const isNew = Object.keys(typed).length === 0;
  const checks = (prefix: string, labels: Readonly<Record<string, string>>, group: string, initial: string): Field[] =>
    Object.entries(labels).map(([value, label]): Field => ({
      name: prefix + value,
      label,
      type: 'check',
      value: isNew ? String(value === initial) : (typed[prefix + value] ?? ''),
      group,
    }));
  const value = (name: string): string => typed[name] ?? '';
  return [
    { name: 'title', label: fields.title, hint: fields.titleHint, value: value('title') },
    ...checks(contentPrefix, words.contents, fields.show, 'cyclonedx'),
    ...checks(extraPrefix, words.extras, fields.extras, ''),
    { name: 'until', label: fields.until, type: 'date', hint: fields.untilHint, value: value('until') },
    { name: 'password', label: fields.password, type: 'password', hint: fields.passwordHint, value: value('password') },
    { name: 'max', label: fields.downloads, type: 'number', hint: fields.downloadsHint, value: value('max') },
  ];
}

const chosenOf = (values: Values, prefix: string): string[] =>
  Object.entries(values)
    .filter(([name, value]) => name.startsWith(prefix) && value === 'true')
    .map(([name]) => name.slice(prefix.length));

function bodyOf(values: Values, sbomIds: readonly string[]): object {
  const { title = '', until = '', password = '', max = '' } = values;
  return {
    sbom_ids: sbomIds,
    title: title || null,
    password: password || null,
    contents: chosenOf(values, contentPrefix),
    extras: chosenOf(values, extraPrefix),
    expires_at: until ? new Date(`${until}T23:59:59`).toISOString() : null,
    max_downloads: max ? Number(max) : null,
  };
}

/** The sentences of the service about what a visitor sees, and of which SBOMs. */
function Seen({ of, onChange }: { of: Preview; onChange: () => void }): JSX.Element {
  return (
    <div class="stack">
      <ul class="lines">
        {of.sboms.map(({ id, name, version, components, internal_components: internal }) => (
          <li key={id}>
            <span class="break">{shortText(`${name} ${version}`.trim(), 120)}</span>
            <span class="quiet">
              {[texts.counts.components(components), words.internal(internal)].filter(Boolean).join(', ')}
            </span>
          </li>
        ))}
      </ul>
      <ul class="dots small">
        {of.says.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <p class="small soft break">{words.files(of.files.join(', '))}</p>
      <div class="row">
        <button type="button" class="b s" onClick={onChange}>
          {words.change}
        </button>
      </div>
    </div>
  );
}

function SbomChoice({
  chosen,
  onChosen,
}: {
  chosen: ReadonlySet<string>;
  onChosen: (chosen: ReadonlySet<string>) => void;
}): JSX.Element {
  const orgId = organization.value!.id;
  const loaded = useLoaded(() => get('v1/project/getSBOMs', { org_id: orgId, sort: 'name', limit: maxSboms }), [orgId]);
  const toggle = (id: string): void => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    onChosen(next);
  };
  return (
    <fieldset class="choices">
      <legend class="small soft">{words.which}</legend>
      <Part of={loaded}>
        {({ data, meta }) => (
          <>
            {data.softwareLists.length === 0 && <p class="soft">{words.noSboms}</p>}
            {data.softwareLists.map(({ id, name, version }) => (
              <label key={id} class="row">
                <input type="checkbox" class="check" checked={chosen.has(id)} onChange={() => toggle(id)} />
                <span class="break">{shortText(`${name} ${version}`.trim(), 80)}</span>
              </label>
            ))}
            {meta.total_count > maxSboms && <p class="small soft">{words.firstSboms(maxSboms, meta.total_count)}</p>}
          </>
        )}
      </Part>
    </fieldset>
  );
}
