import type { ComponentChildren, JSX } from 'preact';
import { texts } from '../../texts.en.js';
import { Page, Tabs } from '../parts/page.js';
import { isAdmin, organization } from '../session.js';

const places = [
  ...(['rulesets', 'alarms', 'webhooks', 'sharing', 'signatures', 'people', 'accounts', 'keys'] as const),
  ...(['sessions', 'audit', 'sources'] as const),
];
export type SettingsPlace = (typeof places)[number];

/** A page of the settings, with the way to the others. */
export function SettingsPage({
  at,
  title = texts.settings[at],
  actions,
  children,
}: {
  at: SettingsPlace;
  title?: string;
  actions?: ComponentChildren;
  children: ComponentChildren;
}): JSX.Element {
  const base = `/o/${organization.value!.id}/settings`;
  return (
    <Page
      at="settings"
      title={title}
      actions={actions}
      above={
        <Tabs
          label={texts.settings.title}
          tabs={places.map((place) => ({
            href: `${base}/${place}`,
            label: texts.settings[place],
            isHere: place === at,
          }))}
        />
      }
    >
      {children}
    </Page>
  );
}

/** What only administrators may see; others are told so. */
export const ForAdmins = ({ children }: { children: ComponentChildren }): JSX.Element =>
  isAdmin.value ? <>{children}</> : <p class="soft">{texts.settings.adminsOnly(organization.value!.role)}</p>;
