import { batch } from '@preact/signals';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { accountTexts } from '../../texts.en/accounts.js';
import { post } from '../api.js';
import { shortText } from '../parts/file-text.js';
import { FormDialog } from '../parts/form-dialog.js';
import { announce } from '../parts/loaded.js';
import { navigate } from '../router.js';
import { organization, viewer } from '../session.js';

const words = accountTexts.leaving;

/** The way out of the organization, for whoever looks at it. */
export function LeaveButton(): JSX.Element {
  const [isAsking, setAsking] = useState(false);
  const { id, name } = organization.value!;
  return (
    <>
      <button type="button" class="b" onClick={() => setAsking(true)}>
        {words.leave}
      </button>
      {isAsking && (
        <FormDialog
          title={words.title(shortText(name))}
          note={words.note}
          action={words.leave}
          fields={[]}
          onClose={() => setAsking(false)}
          onSubmit={() => leave(id, name)}
        />
      )}
    </>
  );
}

async function leave(orgId: string, name: string): Promise<void> {
  const self = viewer.value!;
  await post('v1/organizations/removeMember', { org_id: orgId, user_id: self.id });
  announce(words.left(name));
  // At once: no page of the organization may be drawn without it.
  batch(() => {
    viewer.value = { ...self, organizations: self.organizations.filter(({ id }) => id !== orgId) };
    navigate('/', { replace: true });
  });
}
