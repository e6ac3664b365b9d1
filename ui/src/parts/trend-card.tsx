import type { JSX } from 'preact';
import { number, texts } from '../../texts.en.js';
import { get } from '../api.js';
import { Card } from './card.js';
import { Part, useLoaded } from './loaded.js';
import { Mark } from './marks.js';
import { isRiskKnown, summaryOf } from './risk.js';
import { Trend } from './trend.js';

const days = 84;

type Of = { readonly sbomId: string } | { readonly orgId: string; readonly supplier?: string };

/** The risk of an SBOM, of a supplier's SBOMs or of all of an organization, now and over twelve weeks. */
export function TrendCard({ of, title, stamp = '' }: { of: Of; title: string; stamp?: unknown }): JSX.Element {
  const loaded = useLoaded(
    () =>
      'sbomId' in of
        ? get('v1/report/getSBOMTrend', { id: of.sbomId, days })
        : get('v1/report/getOrganizationTrend', { org_id: of.orgId, supplier: of.supplier, days }),
    Object.values(of),
    [stamp],
  );
  return (
    <Card title={title} aside={texts.trend.scale}>
      <Part of={loaded}>
        {({ data }) => {
          const last = data.points.at(-1);
          if (!last) return <p class="soft">{texts.trend.none}</p>;
          return (
            <div class="stack">
              <p class="row wrap">
                {isRiskKnown(last) ? (
                  <span class="figure">{number(Math.round(last.risk!))}</span>
                ) : (
                  <Mark kind="not_examined">{texts.home.riskUnknown}</Mark>
                )}
                <span class="small soft">{summaryOf(data.points)}</span>
              </p>
              {data.points.length > 1 && <Trend of={data} />}
            </div>
          );
        }}
      </Part>
    </Card>
  );
}
