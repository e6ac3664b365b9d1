import type { TrendPeriod } from './trends.repository.js';

/** How far back a trend goes where nobody says. */
export const trendDays = 90;
export const maxTrendDays = 1_095;

/** More points than these do not show in a picture, and cost a look-up for each SBOM. */
const maxSteps = 60;

/** A point a day, or fewer over a long time. */
export const periodOf = (days: number): TrendPeriod => ({ days, steps: Math.min(days, maxSteps) });
