import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { texts } from '../../texts.en.js';
import { ApiError, get, post, type Data } from '../api.js';
import { allOf } from '../parts/all.js';
import { Card } from '../parts/card.js';
import { FileText, shortText } from '../parts/file-text.js';
import { FormDialog, type Field, type Values } from '../parts/form-dialog.js';
import { announce, Part, useLoaded } from '../parts/loaded.js';
import { TrendCard } from '../parts/trend-card.js';
import { navigate } from '../router.js';
import { mayChange, organization } from '../session.js';

type Sbom = Data<'GET v1/project/getSBOM'>;
type Ruleset = Data<'GET v1/ruleset/getRulesets'>[number];

const textFields = ['name', 'version', 'supplier', 'contact_name', 'contact_email'] as const;

/** What an SBOM is called, whose it is, by which rules and how often it is looked at. */
export function SbomSettings({ sbom, onChanged }: { sbom: Sbom; onChanged: () => void }): JSX.Element {
  const rulesets = useLoaded(
    () => allOf((page) => get('v1/ruleset/getRulesets', { team_id: sbom.team_id, ...page })),
    [sbom.team_id],
  );
  return (
    <>
      <TrendCard of={{ sbomId: sbom.id }} title={texts.trend.ofSbom} />
      {sbom.supplier && (
        <TrendCard
          of={{ orgId: sbom.org_id, supplier: sbom.supplier }}
          title={texts.trend.ofSupplier(shortText(sbom.supplier, 40))}
        />
      )}
      <Part of={rulesets}>{(rows) => <Described sbom={sbom} rulesets={rows} onChanged={onChanged} />}</Part>
    </>
  );
}

interface Properties {
  readonly sbom: Sbom;
  readonly rulesets: readonly Ruleset[];
  readonly onChanged: () => void;
}

function Described({ sbom, rulesets, onChanged }: Properties): JSX.Element {
  const [open, setOpen] = useState<'edit' | 'remove' | null>(null);
  const { fields, frequencies } = texts.sbomSettings;
  const ruleset = rulesets.find(({ id }) => id === sbom.ruleset_id);
  const standard = rulesets.find(({ is_default: isDefault }) => isDefault);
  const used = ruleset ?? standard;
  return (
    <Card title={texts.sbomSettings.title}>
      <dl class="defs">
        {textFields.map((name) => (
          <div key={name}>
            <dt>{fields[name]}</dt>
            <dd>
              {sbom[name] ? <FileText text={sbom[name]} /> : <span class="quiet">{texts.sbomSettings.empty}</span>}
            </dd>
          </div>
        ))}
        <div>
          <dt>{fields.monitor_frequency}</dt>
          <dd>{frequencies[sbom.monitor_frequency]}</dd>
        </div>
        <div>
          <dt>{fields.ruleset_id}</dt>
          <dd>
            {used ? (
              <a href={`/o/${organization.value!.id}/settings/rulesets/${used.id}`}>{shortText(used.name)}</a>
            ) : (
              texts.unknown
            )}
          </dd>
        </div>
      </dl>
      {mayChange.value && (
        <p class="row wrap">
          <button type="button" class="b" onClick={() => setOpen('edit')}>
            {texts.sbomSettings.edit}
          </button>
          <button type="button" class="b" onClick={() => setOpen('remove')}>
            {texts.sbomSettings.remove}
          </button>
        </p>
      )}
      {open === 'edit' && <Edit {...{ sbom, rulesets, onChanged }} onClose={() => setOpen(null)} />}
      {open === 'remove' && <Remove sbom={sbom} onClose={() => setOpen(null)} />}
    </Card>
  );
}

/** What somebody else changed meanwhile is shown, and not overwritten: only what was changed here is sent. */
function Edit({ sbom, rulesets, onChanged, onClose }: Properties & { onClose: () => void }): JSX.Element {
  const { fields, frequencies } = texts.sbomSettings;
  const standard = rulesets.find(({ is_default: isDefault }) => isDefault)?.id ?? '';
  const rulesetNames = rulesets.map(({ id, name }) => [id, shortText(name)] as const);
  const valuesOf = (one: Sbom): Values => ({
    ...Object.fromEntries(textFields.map((name) => [name, one[name]])),
    monitor_frequency: one.monitor_frequency,
    ruleset_id: one.ruleset_id || standard,
  });
  const [opened] = useState(() => valuesOf(sbom));
  const present = valuesOf(sbom);
  const options: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
    monitor_frequency: Object.entries(frequencies),
    ruleset_id: rulesetNames,
  };
  const nowOf = (name: string): string => {
    const value = present[name]!;
    if (value === opened[name]) return '';
    return texts.sbomSettings.now(options[name]?.find(([id]) => id === value)?.[1] ?? shortText(value));
  };
  const inputs = ([...textFields, 'monitor_frequency', 'ruleset_id'] as const).map((name): Field => ({
    name,
    label: fields[name],
    value: opened[name]!,
    hint: nowOf(name),
    isRequired: name === 'name',
    type: name === 'contact_email' ? 'email' : 'text',
    ...(options[name] && { options: options[name] }),
  }));
  return (
    <FormDialog
      title={texts.sbomSettings.editTitle}
      note={texts.sbomSettings.note}
      fields={inputs}
      action={texts.sbom.edit.save}
      onClose={onClose}
      onSubmit={async (values) => {
        try {
          const changed = Object.entries(values).filter(([name, value]) => value !== opened[name]);
          const body = { id: sbom.id, updated_at: sbom.updated_at, ...Object.fromEntries(changed) };
          await post('v1/project/updateSBOM', body);
        } catch (error) {
          if (error instanceof ApiError && error.status === 409) onChanged();
          throw error;
        }
        announce(texts.sbomSettings.saved);
        onChanged();
      }}
    />
  );
}

const Remove = ({ sbom, onClose }: { sbom: Sbom; onClose: () => void }): JSX.Element => (
  <FormDialog
    title={texts.sbomSettings.removeTitle(shortText(`${sbom.name} ${sbom.version}`.trim()))}
    note={texts.sbomSettings.removeNote(sbom.entry_count)}
    fields={[]}
    action={texts.sbomSettings.remove}
    onClose={onClose}
    onSubmit={async () => {
      await post('v1/project/deleteSBOM', { id: sbom.id });
      navigate(`/o/${organization.value!.id}/sboms`, { replace: true });
    }}
  />
);
