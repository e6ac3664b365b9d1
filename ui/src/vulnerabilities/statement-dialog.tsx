import type { ComponentChildren, JSX } from 'preact';
import { texts } from '../../texts.en.js';
import { FormDialog } from '../parts/form-dialog.js';

const words = texts.vulnerabilities;
const labels = [['', words.noLabel], ...Object.entries(words.labels)] as const;
const responses = [['', words.noResponse], ...Object.entries(words.responses)] as const;

/** What a person says of a vulnerability, as the API takes it. */
export interface Said {
  readonly status: string;
  readonly label: string | null;
  readonly response: string | null;
  readonly justification: string;
  readonly expires_at: string | null;
}

/** Asks how something affects the organization. */
export function StatementDialog({
  title,
  action = words.state,
  children,
  onSubmit,
  onClose,
}: {
  title: string;
  action?: string;
  children?: ComponentChildren;
  onSubmit: (said: Said) => Promise<unknown>;
  onClose: () => void;
}): JSX.Element {
  return (
    <FormDialog
      title={title}
      note={words.stateNote}
      action={action}
      fields={[
        { name: 'status', label: words.statement, options: words.statements },
        { name: 'label', label: words.label, options: labels, hint: words.labelHint },
        { name: 'response', label: words.response, options: responses },
        { name: 'justification', label: words.justification, type: 'multiline', isRequired: true },
        { name: 'expires_at', label: words.expires, type: 'date', hint: words.expiresHint },
      ]}
      onClose={onClose}
      onSubmit={({ status = '', justification = '', label, response, expires_at: day }) =>
        onSubmit({
          status,
          justification,
          label: label || null,
          response: response || null,
          expires_at: day ? new Date(`${day}T23:59:59`).toISOString() : null,
        })
      }
    >
      {children}
    </FormDialog>
  );
}
