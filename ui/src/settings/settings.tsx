import type { JSX } from 'preact';
import { Missing } from '../parts/missing.js';
import { AccountsPage } from './accounts-page.js';
import { AuditPage } from './audit-page.js';
import { ChannelsPage } from './channels-page.js';
import { KeysPage } from './keys-page.js';
import { MessagesPage } from './messages-page.js';
import { PeoplePage } from './people-page.js';
import { RulesetPage, RulesetsPage } from './rulesets-page.js';
import { SessionsPage } from './sessions-page.js';
import { SharingPage, ShareUsesPage } from './sharing-page.js';
import { SignaturesPage } from './signatures-page.js';
import { SourcesPage } from './sources-page.js';
import { DeliveriesPage, WebhooksPage } from './webhooks-page.js';

/** The pages of the settings, of which the rulesets are the first. */
export function Settings({ place, id }: { place: string; id: string }): JSX.Element {
  if (place === 'rulesets' || place === '') return id === '' ? <RulesetsPage /> : <RulesetPage key={id} id={id} />;
  if (place === 'alarms') return id === '' ? <ChannelsPage /> : <MessagesPage key={id} id={id} />;
  if (place === 'webhooks') return id === '' ? <WebhooksPage /> : <DeliveriesPage key={id} id={id} />;
  if (place === 'sharing') return id === '' ? <SharingPage /> : <ShareUsesPage key={id} id={id} />;
  if (id !== '') return <Missing />;
  if (place === 'accounts') return <AccountsPage />;
  if (place === 'signatures') return <SignaturesPage />;
  if (place === 'people') return <PeoplePage />;
  if (place === 'keys') return <KeysPage />;
  if (place === 'sessions') return <SessionsPage />;
  if (place === 'audit') return <AuditPage />;
  return place === 'sources' ? <SourcesPage /> : <Missing />;
}
