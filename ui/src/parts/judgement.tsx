import type { JSX } from 'preact';
import { number, texts } from '../../texts.en.js';
import { Portion, Verdict } from './marks.js';
import { knownRisk, type RiskFigures } from './risk.js';

/** The figures of an SBOM, as the API gives them. */
export interface Figures extends RiskFigures {
  readonly verdict: 'pending' | 'passed' | 'failed';
  readonly metrics: RiskFigures['metrics'] & {
    readonly coverage: { readonly examined: number; readonly partly: number; readonly notExamined: number };
  };
}

export function VerdictOf({ of }: { of: Figures }): JSX.Element {
  return <Verdict value={of.verdict} />;
}

/** How many components were examined; those examined in part do not count. */
export const examinedOf = ({ metrics }: Figures): number => metrics.coverage.examined;

export function CoverageOf({ of }: { of: Figures }): JSX.Element {
  const examined = examinedOf(of);
  if (of.entry_count === 0) return <span class="quiet">{texts.sboms.noEntries}</span>;
  const label = texts.sbom.examined(examined, of.entry_count);
  return <Portion done={examined} all={of.entry_count} label={label} />;
}

/** A figure only where enough was examined. */
export function RiskOf({ of, isExplained = false }: { of: Figures; isExplained?: boolean }): JSX.Element {
  const risk = knownRisk(of);
  if (risk === null)
    return (
      <span class="quiet" title={texts.sbom.tooLittle}>
        –<span class={isExplained ? 'sub' : 'hide'}> {texts.sbom.tooLittle}</span>
      </span>
    );
  return <>{number(Math.round(risk))}</>;
}
