import type { JSX } from 'preact';
import { texts } from '../../texts.en.js';
import type { Data } from '../api.js';
import { shortText } from './file-text.js';
import { Mark } from './marks.js';

type Monitoring = Data<'GET v1/project/getSBOM'>['monitoring'];

/** Where monitoring fails, what is shown may be old: since when, why, and what to do. */
export function MonitoringNote({ of }: { of: Monitoring }): JSX.Element {
  if (of.status !== 'failing') return <></>;
  return (
    <p class="note warning" role="status">
      <Mark kind="warning">{texts.monitoring.failing}</Mark>
      <span class="break">{shortText(of.message, 1_000)}</span>
    </p>
  );
}

/** In a list: whether it is monitored, and whether that works. */
export function MonitoringMark({ of }: { of: Monitoring }): JSX.Element {
  if (of.status !== 'failing') return <>{texts.monitoring.states[of.status]}</>;
  return (
    <>
      <Mark kind="warning">{texts.monitoring.failing}</Mark>
      <span class="sub">{texts.monitoring.since(texts.date(String(of.failing_since)))}</span>
    </>
  );
}
