import type { CiClient } from './ci-client.js';

/** Options that name an SBOM of the service. */
export interface SbomSelector {
  readonly name: string;
  readonly version?: string;
  readonly org?: string;
  readonly team?: string;
}

/** Id of the SBOM of that name and version. */
export async function idOfSbom(client: CiClient, { name, version, org, team }: SbomSelector): Promise<string> {
  const { data } = await client.check({
    name,
    ...(version !== undefined && { version }),
    ...(org !== undefined && { org_id: org }),
    ...(team !== undefined && { team_id: team }),
  });
  return data.sbom.id;
}
