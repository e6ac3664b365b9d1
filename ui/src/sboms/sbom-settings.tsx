import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { texts } from '../../texts.en.js';
import { ApiError, get, post, type Data } from '../api.js';
import { Card } from '../parts/card.js';
import { FileText, shortText } from '../parts/file-text.js';
import { FormDialog, type Field } from '../parts/form-dialog.js';
import { announce, Part, useLoaded } from '../parts/loaded.js';
import { TrendCard } from '../parts/trend-card.js';
import { navigate } from '../router.js';
import { mayChange, organization } from '../session.js';

type Sbom = Data<'GET v1/project/getSBOM'>;
type Ruleset = Data<'GET v1/ruleset/getRulesets'>[number];

const maxRulesets = 1_000;

const textFields = ['name', 'version', 'supplier', 'contact_name', 'contact_email'] as const;

/** What an SBOM is called, whose it is, by which rules and how often it is looked at. */
export function SbomSettings({ sbom, onChanged }: { sbom: Sbom; onChanged: () => void }): JSX.Element {
  const rulesets = useLoaded(
    () => get('v1/ruleset/getRulesets', { team_id: sbom.team_id, limit: maxRulesets }),
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
      <Part of={rulesets}>{({ data }) => <Described sbom={sbom} rulesets={data} onChanged={onChanged} />}</Part>
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

/** What somebody else changed meanwhile is shown, and not overwritten. */
function Edit({ sbom, rulesets, onChanged, onClose }: Properties & { onClose: () => void }): JSX.Element {
  const { fields, frequencies } = texts.sbomSettings;
  const standard = rulesets.find(({ is_default: isDefault }) => isDefault)?.id ?? '';
  const inputs: readonly Field[] = [
    ...textFields.map((name): Field => ({
      ...{ name, label: fields[name], value: sbom[name], isRequired: name === 'name' },
      type: name === 'contact_email' ? 'email' : 'text',
    })),
    {
      ...{ name: 'monitor_frequency', label: fields.monitor_frequency, value: sbom.monitor_frequency },
      options: Object.entries(frequencies),
    },
    {
      ...{ name: 'ruleset_id', label: fields.ruleset_id, value: sbom.ruleset_id || standard },
      options: rulesets.map(({ id, name }) => [id, shortText(name)] as const),
    },
  ];
  return (
    <FormDialog
      title={texts.sbomSettings.editTitle}
      note={texts.sbomSettings.note}
      fields={inputs}
      action={texts.sbom.edit.save}
      onClose={onClose}
      onSubmit={async (values) => {
        try {
          await post('v1/project/updateSBOM', { id: sbom.id, updated_at: sbom.updated_at, ...values });
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
