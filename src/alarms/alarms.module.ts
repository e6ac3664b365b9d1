import { Module } from '@nestjs/common';
import { ContentsRegistry } from '../organizations/contents/contents-registry.js';
import { Configuration } from '../platform/configuration/configuration.js';
import { RetentionRegistry } from '../platform/retention/retention-registry.js';
import { AlarmsScheduler } from './alarms.scheduler.js';
import { ChannelSecrets } from './channel-secrets.js';
import { ChannelsController } from './channels.controller.js';
import { deleteChannels } from './channels.repository.js';
import { ChannelsService } from './channels.service.js';
import { Receivers } from './receivers/receivers.js';
import { deleteIssues } from './issues/issues.repository.js';
import { Trackers } from './issues/trackers.js';
import { SendAlarmsHandler } from './send-alarms.handler.js';

/** Sends alarms to channels (docs/adr/0031-alarms.md). Later modules record alarms. */
@Module({
  controllers: [ChannelsController],
  providers: [ChannelSecrets, ChannelsService, Receivers, Trackers, SendAlarmsHandler, AlarmsScheduler],
  exports: [ChannelSecrets, Trackers],
})
export class AlarmsModule {
  constructor(retention: RetentionRegistry, { jobRetentionDays: days }: Configuration, contents: ContentsRegistry) {
    contents.register({
      name: null,
      count: () => Promise.resolve(0),
      remove: async (sql, { orgId, teamId }) => {
        if (teamId !== null) return;
        await deleteChannels(sql, { orgId });
        await deleteIssues(sql, { orgId });
        // What no channel will ever take keeps its events from being forgotten.
        await sql.run('DELETE FROM alarm_deliveries WHERE org_id = $orgId AND message_id IS NULL', { orgId });
      },
    });
    const waits = (event: string): string =>
      `EXISTS (SELECT FROM alarm_deliveries d WHERE d.event_id = ${event} AND d.message_id IS NULL)`;
    const ofOldEvent = (event: string): string =>
      `EXISTS (SELECT FROM alarm_events e WHERE e.id = ${event} AND e.created_at < $before AND NOT ${waits('e.id')})`;
    retention.register(
      { name: 'alarm messages', table: 'alarm_messages', days, expired: `t.status <> 'pending' AND t.created_at < $before` }, // prettier-ignore
      { name: 'alarm items', table: 'alarm_items', days, expired: ofOldEvent('t.event_id') },
      { name: 'alarm deliveries', table: 'alarm_deliveries', days, expired: `t.message_id IS NOT NULL AND t.created_at < $before` }, // prettier-ignore
      { name: 'alarms', table: 'alarm_events', days, expired: `t.created_at < $before AND NOT ${waits('t.id')}` },
      {
        name: 'deleted channels',
        table: 'alarm_channels',
        days,
        expired: `t.deleted_at < $before AND NOT EXISTS (SELECT FROM alarm_messages m WHERE m.channel_id = t.id)
          AND NOT EXISTS (SELECT FROM alarm_deliveries d WHERE d.channel_id = t.id)`,
      },
    );
  }
}
