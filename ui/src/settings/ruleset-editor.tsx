import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { texts } from '../../texts.en.js';
import { get, post, type Data } from '../api.js';
import { useAttempt } from '../parts/attempt.js';
import { maxPage } from '../parts/all.js';
import { Card } from '../parts/card.js';
import { FileText, shortText } from '../parts/file-text.js';
import { Part, useLoaded } from '../parts/loaded.js';
import { Verdict } from '../parts/marks.js';
import { mayChange, navigateTo, organization } from '../session.js';

type Rule = Data<'GET v1/ruleset/getRules'>[number];
type Ruleset = Data<'GET v1/ruleset/getRuleset'>;
type Parameters = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

interface EditorProperties {
  readonly rules: readonly Rule[];
  readonly ruleset: Ruleset | null;
  readonly teamId: string;
  readonly onSaved: () => void;
}

/** A ruleset that can be tried on an SBOM before it is saved. */
export function RulesetEditor({ rules, ruleset, teamId, onSaved }: EditorProperties): JSX.Element {
  const [name, setName] = useState(ruleset?.name ?? '');
  const [description, setDescription] = useState(ruleset?.description ?? '');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(ruleset?.rule_ids ?? []));
  const [parameters, setParameters] = useState((ruleset?.parameters ?? {}) as Parameters);
  const { attempt, problem, isBusy } = useAttempt();
  const ids = [...chosen];
  const own = Object.fromEntries(Object.entries(parameters).filter(([id]) => chosen.has(id)));
  const save = async (): Promise<void> => {
    const body = { name, description, rule_ids: ids, parameters: own };
    if (ruleset) await post('v1/ruleset/updateRuleset', { ...body, id: ruleset.id, version: ruleset.version });
    else {
      const { data } = await post('v1/ruleset/createRuleset', { ...body, team_id: teamId });
      navigateTo(`/settings/rulesets/${data.id}?team=${teamId}`);
    }
  };
  const toggle = (id: string): void => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        attempt(save, texts.rulesets.saved, onSaved);
      }}
    >
      <label class="field side">
        {texts.rulesets.columns.name}
        <input class="input" required value={name} onInput={(event) => setName(event.currentTarget.value)} />
      </label>
      <label class="field side">
        {texts.projects.fields.description}
        <input class="input" value={description} onInput={(event) => setDescription(event.currentTarget.value)} />
      </label>
      <Card title={texts.rulesets.columns.rules}>
        <ul class="stack">
          {rules.map((rule) => (
            <RuleChoice
              key={rule.id}
              rule={rule}
              isChosen={chosen.has(rule.id)}
              values={parameters[rule.id] ?? {}}
              onToggle={() => toggle(rule.id)}
              onValues={(values) => setParameters({ ...parameters, [rule.id]: values })}
            />
          ))}
        </ul>
      </Card>
      {problem}
      {mayChange.value && (
        <div class="row">
          <button type="submit" class="b main" disabled={isBusy}>
            {ruleset ? texts.rulesets.saveVersion(ruleset.version + 1) : texts.rulesets.create}
          </button>
        </div>
      )}
      <Trial ids={ids} parameters={own} />
    </form>
  );
}

interface ChoiceProperties {
  readonly rule: Rule;
  readonly isChosen: boolean;
  readonly values: Readonly<Record<string, unknown>>;
  readonly onToggle: () => void;
  readonly onValues: (values: Readonly<Record<string, unknown>>) => void;
}

interface Parameter {
  readonly type?: string;
  readonly default?: unknown;
  readonly description?: string;
}

const shown = (value: unknown): string => (Array.isArray(value) ? value.join(', ') : String(value ?? ''));

function readValue(text: string, { type, default: usual }: Parameter): unknown {
  if (Array.isArray(usual) || type === 'list')
    return text
      .split(',')
      .map((one) => one.trim())
      .filter(Boolean);
  if (typeof usual !== 'number' && type !== 'number') return text;
  // Emptied, it is what the rule has by itself: zero would be a limit that nobody has set.
  return text.trim() === '' ? undefined : Number(text);
}

function RuleChoice({ rule, isChosen, values, onToggle, onValues }: ChoiceProperties): JSX.Element {
  return (
    <li>
      <label class="row">
        <input type="checkbox" class="check" checked={isChosen} disabled={!mayChange.value} onChange={onToggle} />
        <span>
          {shortText(rule.name)}
          <span class="sub">{shortText(rule.description, 300)}</span>
        </span>
      </label>
      {isChosen &&
        Object.entries(rule.parameters as Readonly<Record<string, Parameter>>).map(([name, parameter]) => (
          <label key={name} class="row wrap small parameter">
            {name}
            <input
              class="input s"
              disabled={!mayChange.value}
              value={shown(values[name] ?? parameter.default)}
              onChange={(event) => onValues({ ...values, [name]: readValue(event.currentTarget.value, parameter) })}
            />
          </label>
        ))}
    </li>
  );
}

const maxFailing = 20;

/** What the rules said, and which rules that were. */
interface Tried {
  readonly draft: string;
  readonly result: Data<'POST v1/ruleset/evaluateRuleset'>;
}

/** What the rules, as they stand here, would say of an SBOM, beside what holds today. */
function Trial({ ids, parameters }: { ids: readonly string[]; parameters: Parameters }): JSX.Element {
  const orgId = organization.value!.id;
  const [sbomId, setSbomId] = useState('');
  const [tried, setTried] = useState<Tried | null>(null);
  const { attempt, problem } = useAttempt();
  const listing = useLoaded(() => get('v1/project/getSBOMs', { org_id: orgId, limit: maxPage }), [orgId]);
  const draft = JSON.stringify([[...ids].sort(), parameters]);
  // What other rules said is no answer about these.
  const result = tried?.draft === draft ? tried.result : null;
  const evaluate = async (): Promise<void> => {
    const { data } = await post('v1/ruleset/evaluateRuleset', { sbom_id: sbomId, rule_ids: ids, parameters });
    setTried({ draft, result: data });
  };
  return (
    <Card title={texts.rulesets.trial} aside={texts.rulesets.trialNote}>
      <Part of={listing}>
        {({ data: { softwareLists: sboms }, meta }) => {
          const today = sboms.find(({ id }) => id === sbomId);
          if (sboms.length === 0) return <p class="soft">{texts.rulesets.noSbom}</p>;
          return (
            <div class="stack">
              <div class="row wrap">
                <select
                  class="input side"
                  aria-label={texts.compare.choose}
                  value={sbomId}
                  onChange={(event) => {
                    setSbomId(event.currentTarget.value);
                    setTried(null);
                  }}
                >
                  <option value="">{texts.compare.choose}</option>
                  {sboms.map(({ id, name, version }) => (
                    <option key={id} value={id}>
                      {shortText(`${name} ${version}`.trim())}
                    </option>
                  ))}
                </select>
                <button
                  type="button"
                  class="b"
                  disabled={sbomId === '' || ids.length === 0}
                  onClick={() => attempt(evaluate, texts.rulesets.tried)}
                >
                  {texts.rulesets.try}
                </button>
              </div>
              {meta.total_count > sboms.length && (
                <p class="small soft">{texts.shownOf(sboms.length, meta.total_count)}</p>
              )}
              {problem}
              {result && <Outcome of={result} today={today?.verdict ?? null} />}
            </div>
          );
        }}
      </Part>
    </Card>
  );
}

function Outcome({ of, today }: { of: Tried['result']; today: Tried['result']['verdict'] | null }): JSX.Element {
  return (
    <div aria-live="polite" class="stack small">
      <p class="row wrap">
        {today && (
          <>
            {texts.rulesets.today} <Verdict value={today} />
          </>
        )}
        {texts.rulesets.draft} <Verdict value={of.verdict} />
        {texts.rulesets.counts(of.passing, of.failing, of.pending)}
      </p>
      <ul class="stack">
        {of.components.slice(0, maxFailing).map(({ id, name, version, failures }) => (
          <li key={id}>
            <FileText text={`${name} ${version}`.trim()} cut={80} />
            <span class="sub">{failures.map(({ reason }) => shortText(reason, 200)).join('. ')}</span>
          </li>
        ))}
      </ul>
      {of.failing > maxFailing && <p class="soft">{texts.shownOf(maxFailing, of.failing)}</p>}
    </div>
  );
}
