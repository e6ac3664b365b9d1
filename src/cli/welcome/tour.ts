/**
 * The main steps as shell commands.
 *
 * @param password empty: the shell has it in ADMIN_PASSWORD
 */
export function tour(url: string, username: string, password: string): string {
  const user = password === '' ? `"${username}:$ADMIN_PASSWORD"` : quoted(`${username}:${password}`);
  const steps: [title: string, command: string][] = [
    [
      'Log in (json reads one field of an answer)',
      `json() { node -pe "JSON.parse(require('fs').readFileSync(0)).$1"; }\n` +
        `API=${url}\n` +
        `TOKEN=$(curl -sS -u ${user} -X POST $API/v1/sessions/login | json data.jwt)\n` +
        `AUTH="Authorization: Bearer $TOKEN"`,
    ],
    [
      'Your organization',
      `ORG=$(curl -sS -H "$AUTH" $API/v1/organizations/getOwnOrganizations | json 'data[0].organization.id'); echo $ORG`,
    ],
    [
      'Create an SBOM',
      `SBOM=$(curl -sS -H "$AUTH" $API/v1/project/createSBOM -H 'Content-Type: application/json' -d '{"name": "My shop", ` +
        `"version": "1.0", "supplier": "Me", "contact_name": "Me", "contact_email": "me@example.com", "org_id": "'$ORG'"}' ` +
        `| json data.id); echo $SBOM`,
    ],
    [
      'Import a file into it',
      `curl -sS -H "$AUTH" "$API/v1/project/importSBOM?sbom_id=$SBOM" -F file=@samples/webshop.cdx.json | json data.entry_count`,
    ],
    [
      'Look at its components, a page at a time',
      `curl -sS -H "$AUTH" "$API/v1/project/getSBOM?id=$SBOM&offset=0&limit=3"\n` +
        `COMPONENT=$(curl -sS -H "$AUTH" "$API/v1/project/getSBOM?id=$SBOM&q=databnid" | json 'data.entries[0].id')`,
    ],
    [
      'Settle a doubtful one: this is what it really is',
      `curl -sS -H "$AUTH" $API/v1/project/updateComponents -H 'Content-Type: application/json' -d '[{"id": "'$COMPONENT'", ` +
        `"sbom_id": "'$SBOM'", "search_results": {"package": [{"purl": ` +
        `"pkg:maven/com.fasterxml.jackson.core/jackson-databind@2.13.2", "selected": true}]}}]' | json 'data[0].status'`,
    ],
    ['Confirm the SBOM', `curl -sS -H "$AUTH" -X POST "$API/v1/project/saveConfirmSBOM?id=$SBOM"`],
    [
      'Get it back as CycloneDX and as SPDX',
      ['CycloneDX', 'SPDX']
        .map(
          (type) =>
            `curl -sS -H "$AUTH" "$API/v1/report/getSBOM?sbom_type=${type}&download=true" ` +
            `-H 'Content-Type: application/json' -d '{"sbom_id": "'$SBOM'"}' -o my-shop.${type.toLowerCase()}.json`,
        )
        .join('\n'),
    ],
  ];
  return steps.map(([title, command]) => `# ${title}\n${command}\n`).join('\n');
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
