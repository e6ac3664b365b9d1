import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { number, texts } from '../../texts.en.js';
import { get } from '../api.js';
import { Card } from '../parts/card.js';
import { FileText, shortText } from '../parts/file-text.js';
import { Part, useLoaded } from '../parts/loaded.js';
import { More, pageSize } from '../parts/more.js';
import { Table } from '../parts/table.js';
import { organization } from '../session.js';
import { VulnerabilityTable } from '../vulnerabilities/vulnerability-table.js';

interface UsesProperties {
  readonly purl: string;
  readonly cpe: string;
  readonly repo: string;
  /** Undefined: not known, or not yet; null: no source knows it. */
  readonly svcId: string | null | undefined;
}

/** Its vulnerabilities as an SBOM of the organization has them, and all SBOMs that have it. */
export function Uses({ purl, cpe, repo, svcId }: UsesProperties): JSX.Element {
  const orgId = organization.value!.id;
  const asked = purl ? { purl } : cpe ? { cpe } : { repo_url: repo };
  const [limit, setLimit] = useState(pageSize);
  const uses = useLoaded(
    () => get('v1/project/findComponents', { ...asked, org_id: orgId, limit }),
    [purl, cpe, repo, orgId],
    [limit],
  );
  const found = uses.state.value.data?.data;
  const same = found?.find(({ svc_id: id, possible }) => (svcId === null ? !possible : id === svcId));
  return (
    <>
      <Card title={texts.entity.vulnerabilities}>
        {same ? (
          <Vulnerabilities key={same.id} componentId={same.id} />
        ) : (
          <Part of={uses}>
            {({ data, meta }) => (
              <p class="small soft">
                {svcId === undefined
                  ? texts.entity.notYetSought
                  : meta.total_count > data.length
                    ? texts.entity.notSought(data.length)
                    : texts.entity.notUsed}
              </p>
            )}
          </Part>
        )}
      </Card>
      <Card title={texts.entity.uses} aside={uses.state.value.data && number(uses.state.value.data.meta.total_count)}>
        <Part of={uses}>
          {({ data, meta }) =>
            data.length === 0 ? (
              <p class="soft">{texts.entity.unused}</p>
            ) : (
              <div class="stack">
                <Table
                  label={texts.entity.uses}
                  rows={data}
                  keyOf={({ id }) => id}
                  columns={[
                    {
                      title: texts.vulnerabilities.columns.sbom,
                      cell: ({ id, sbom_id, sbom_name, sbom_version }) => (
                        <a href={`/o/${orgId}/sboms/${sbom_id}?entry=${id}`}>
                          {shortText(`${sbom_name} ${sbom_version}`.trim())}
                        </a>
                      ),
                    },
                    {
                      title: texts.sbom.columns.name,
                      cell: ({ name, version }) => <FileText text={`${name} ${version}`.trim()} cut={80} />,
                    },
                    {
                      title: texts.entity.columns.match,
                      cell: ({ possible, possible_because: why }) =>
                        possible
                          ? (texts.entity.possible[why ?? ''] ?? texts.entity.possibleOther)
                          : texts.entity.certain,
                    },
                  ]}
                />
                <More shown={data.length} total={meta.total_count} limit={limit} onMore={setLimit} />
              </div>
            )
          }
        </Part>
      </Card>
    </>
  );
}

function Vulnerabilities({ componentId }: { componentId: string }): JSX.Element {
  const [limit, setLimit] = useState(pageSize);
  const loaded = useLoaded(
    () => get('v1/vulnerability/getVulnerabilitiesForComponent', { id: componentId, limit }),
    [componentId],
    [limit],
  );
  return (
    <Part of={loaded}>
      {({ data, meta }) => (
        <>
          <VulnerabilityTable rows={data} meta={{ ...meta, may_concern: [] }} />
          <More shown={data.length} total={meta.total_count} limit={limit} onMore={setLimit} />
        </>
      )}
    </Part>
  );
}
