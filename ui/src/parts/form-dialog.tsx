import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { texts } from '../../texts.en.js';
import { ApiError, isOffline } from '../api.js';
import { keepFocus } from './keep-focus.js';
import { Problem } from './loaded.js';

export interface Field {
  readonly name: string;
  readonly label: string;
  readonly value?: string;
  readonly type?: 'text' | 'email' | 'password' | 'url' | 'number' | 'date' | 'time' | 'multiline' | 'check';
  /** Value and label of each choice. */
  readonly options?: readonly (readonly [value: string, label: string])[];
  readonly hint?: string;
  readonly isRequired?: boolean;
  /** The name of the fields that it belongs together with, which stand beside it. */
  readonly group?: string;
}

export type Values = Readonly<Record<string, string>>;

/** What a form asks for, sent when it is submitted; an error says what to do and keeps what was typed. */
export function FormDialog({
  title,
  note,
  fields,
  action,
  onSubmit,
  onClose,
  staysOpen = false,
  children,
}: {
  title: string;
  note?: string;
  fields: readonly Field[];
  action: string;
  onSubmit: (values: Values) => Promise<unknown>;
  onClose: () => void;
  /** Another dialog follows: this one is taken away by who shows it. */
  staysOpen?: boolean;
  children?: ComponentChildren;
}): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  const [problem, setProblem] = useState<Error | null>(null);
  const [isSending, setSending] = useState(false);
  const opener = useRef<Element | null>(null);
  useLayoutEffect(() => {
    opener.current = document.activeElement;
    dialog.current?.showModal();
  }, []);
  // The button is at the foot of what may be longer than the window; what is wrong stands above.
  useEffect(() => {
    const field = dialog.current?.querySelector<HTMLElement>('[aria-invalid]');
    if (problem && field) field.focus();
    else if (problem) dialog.current?.scrollTo({ top: 0 });
  }, [problem]);
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const data = new FormData(event.currentTarget as HTMLFormElement);
    setSending(true);
    try {
      await onSubmit(Object.fromEntries(fields.map(({ name }) => [name, String(data.get(name) ?? '')])));
      if (staysOpen) return;
      dialog.current?.close();
      keepFocus(opener.current);
    } catch (error) {
      setProblem(error as Error);
      setSending(false);
    }
  };
  const faults = problem instanceof ApiError ? ((problem.body.fields ?? {}) as Record<string, string>) : {};
  return (
    <dialog ref={dialog} class="sheet" aria-labelledby="form-title" onClose={onClose}>
      <form class="stack" onSubmit={(event) => void submit(event)}>
        <h2 id="form-title" class="break">
          {title}
        </h2>
        {note && <p class="small soft">{note}</p>}
        {problem && <Problem error={problem} />}
        {isOffline.value && <p class="note warning">{texts.connection.noEdit}</p>}
        {children}
        {grouped(fields).map(({ group, members }) => {
          const inputs = members.map((field) => <Input key={field.name} field={field} fault={faults[field.name]} />);
          if (group === undefined) return inputs;
          return (
            <fieldset key={group} class="stack">
              <legend class="small soft">{group}</legend>
              {inputs}
            </fieldset>
          );
        })}
        <div class="row">
          <button type="submit" class="b main" disabled={isSending || isOffline.value}>
            {action}
          </button>
          <button type="button" class="b" onClick={() => dialog.current?.close()}>
            {texts.cancel}
          </button>
        </div>
      </form>
    </dialog>
  );
}

interface Group {
  readonly group: string | undefined;
  readonly members: Field[];
}

/** Fields of one group that follow each other, in order. */
const grouped = (fields: readonly Field[]): readonly Group[] =>
  fields.reduce<Group[]>((groups, field) => {
    const last = groups.at(-1);
    if (last && last.group === field.group) last.members.push(field);
    else groups.push({ group: field.group, members: [field] });
    return groups;
  }, []);

function Input({ field, fault }: { field: Field; fault: string | undefined }): JSX.Element {
  const { name, label, value = '', type = 'text', options, hint, isRequired } = field;
  const described = {
    ...((hint || fault) && { 'aria-describedby': `hint-${name}` }),
    ...(fault && { 'aria-invalid': true as const }),
  };
  const common = { name, class: 'input', required: isRequired ?? false, ...described };
  return (
    <div>
      <label class={type === 'check' ? 'row' : 'field'}>
        {type !== 'check' && label}
        {options ? (
          <select {...common}>
            {options.map(([choice, title]) => (
              // Not the value of the list: that would undo the choice whenever the form is drawn again.
              <option key={choice} value={choice} selected={choice === value}>
                {title}
              </option>
            ))}
          </select>
        ) : type === 'multiline' ? (
          <textarea {...common} rows={4} defaultValue={value} />
        ) : type === 'check' ? (
          <input {...common} class="check" type="checkbox" value="true" defaultChecked={value === 'true'} />
        ) : (
          <input
            {...common}
            type={type as 'text'}
            {...(type === 'number' && { step: 'any', min: 0 })}
            defaultValue={value}
            autocomplete={type === 'password' ? 'new-password' : 'off'}
          />
        )}
        {type === 'check' && label}
      </label>
      {(hint || fault) && (
        <span id={`hint-${name}`} class={fault ? 'small fault' : 'small quiet'}>
          {fault ?? hint}
        </span>
      )}
    </div>
  );
}
