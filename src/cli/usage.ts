import { formats } from '../formats/index.js';
import { qualityStandards } from '../quality/requirements.js';

/** Exit codes that scripts can rely on. */
export const exitCodes = { done: 0, failed: 1, usage: 2, refused: 3, warned: 4, stopped: 5, undecided: 6 } as const;

/** Standard input or output in place of a file name. */
export const standardStream = '-';

/** Wrong usage: exit code 2. */
export class UsageError extends Error {}

const targets = formats
  .filter(({ serialize }) => serialize !== undefined)
  .map(({ id, extension, writes = [] }) => `  ${id.padEnd(16)}.${extension.padEnd(12)}${writes.join(', ')}`)
  .join('\n');

export const help = `Usage: stocktake COMMAND

On SBOM files:
  convert IN OUT    reads the SBOM in IN, writes it to OUT in the format of OUT's extension;
                    an existing OUT is replaced once the new file is complete
      --to FORMAT           the format, if the extension does not determine it
      --spec-version V      the version to write; default: the first one listed below
  validate FILE     reads FILE like an import and lists the warnings
  verify FILE       verifies the signatures in FILE or around it: one line each, with its state
      --key KEYFILE         the public key or certificate (PEM) that is trusted; without it no signature is valid
  inspect FILE      shows what is in FILE
      --limit N             components to list (20)
  quality FILE      checks FILE against NTIA, FDA, OpenChain Telco, CISA and BSI, and prints a letter to the supplier
      --standard ID         one of them: ${qualityStandards.map(({ id }) => id).join(', ')}
      --format FORMAT       markdown (default) or json

IN and FILE may be "-" for standard input, OUT for standard output (with --to).
These commands happen on this machine; formats are recognised by their content, inside gzip, zip and attestations too.

In pipelines, against a running service (STOCKTAKE_URL and STOCKTAKE_API_KEY in the environment):
  upload FILE…      imports FILE into the SBOM of that name and version, which is created if there is none;
                    of a FOLDER every file at any depth, but hidden ones
      --name NAME           the product; default: the name of the file
      --version V           its version
      --org ID, --team ID   where it belongs, for members of several
      --supplier NAME, --ruleset ID   where it is created
      --allow-empty         a file without components may remove all entries of the SBOM
      --wait                waits until every component is assessed
      --timeout SECONDS     how long (600)
      --fail-on LIST        stops at: failed (the ruleset), not-examined, critical, high, medium, low,
                            or the id of a rule; separated by commas; implies --wait
      --format FORMAT       table, json, sarif, junit or markdown
  check             the same of an SBOM that is there, by --name and --version
  export OUT        writes the SBOM of that --name and --version; OUT appears once it is complete
      --to STANDARD         CycloneDX or SPDX
      --encoding ENCODING   JSON, XML, YAML, tag-value, CSV or XLSX; default: by OUT's extension
      --spec-version V      the version of the standard
      --sign FORM           jsf (in the document) or dsse (around it), with the key of the organization
  notice OUT        writes the NOTICE (components, copyrights, licence texts) of that --name and --version
      --format FORMAT       text (default), html or spdx
  report OUT        writes the report of that --name and --version, or without a name over the organization
      --format FORMAT       html, xlsx or json, of an SBOM also csv; default: by OUT's extension
      --days N              history of an organization (90)
  vex export OUT    writes the VEX statements on that --name and --version
      --format FORMAT       openvex (default), csaf or cyclonedx
  vex import FILE   takes over the VEX statements of FILE (OpenVEX, CSAF 2.0 or CycloneDX in JSON) on that
                    --name and --version, and lists those that are left out, with the reason
  share create      a signed link, for people without an account, to the SBOM of that --name and --version; says what
                    it shows (a password comes from STOCKTAKE_SHARE_PASSWORD)
      --content LIST        of cyclonedx, spdx, vex, report, notice (default: all but report)
      --extra LIST          of scores, internal_components, which are left out otherwise
      --days N              when it ends (30)
      --downloads N         files that can be fetched; default: any number
      --title TEXT          what the visitor reads
      --dry-run             says what the link would show, and makes none
  share list, share revoke ID, share log ID    links, their end, and what was fetched on which day
  update COMPONENT  says what an update of a component (NAME or NAME@VERSION) of that --name and --version would touch:
                    vulnerabilities, licence, dependents, other SBOMs with it; changes nothing
      --to VERSION          default: the smallest version that fixes most
      --format FORMAT       text (default) or json
  review            lists what waits for a person: of the organization, or of --name and --version
      --format FORMAT       table or json
  import-dependency-track   takes projects, their components and the decisions about findings over from a running
                    Dependency-Track (DEPENDENCY_TRACK_URL and DEPENDENCY_TRACK_API_KEY in the environment)
      --org ID, --team ID   where they go

On an installation, with its settings (environment or .env):
  serve             runs the service in this process
  migrate           brings the database to this release's schema and ends
  backup FOLDER     copies all rows and uploaded files into FOLDER, while the service runs
  restore FOLDER    restores them into an empty installation of this release or a later one
  secrets rotate    changes the master key while the service runs
  secrets retire    removes the former key once nothing needs it
  secrets check     says whether the master key opens every stored secret
  secrets discard   gives up the secrets whose master key is lost for good
  catalog sync [SOURCE…]    downloads what publishers have changed; without SOURCE from all but the
                            indexes of registries
  catalog load FOLDER       loads a bundle of catalogue records
  catalog export FOLDER     writes the catalogue for an installation without a network

  help, --version

Formats written, their extensions and versions:
${targets}

Exit codes:
  ${exitCodes.done}  done
  ${exitCodes.failed}  something went wrong: a file that cannot be opened or written
  ${exitCodes.usage}  wrong usage
  ${exitCodes.refused}  the file is refused because it is not a readable SBOM; the reason is on standard error
  ${exitCodes.warned}  validate: readable, with warnings; quality: a requirement is not met;
     verify: not signed, or not validly by the key;
     notice: a licence, text or copyright line is missing; vex import: a statement is left out;
     import-dependency-track: a decision is about nothing that the SBOM has, or a suppressed finding is open again
  ${exitCodes.stopped}  upload, check: a condition of --fail-on holds
  ${exitCodes.undecided}  upload, check: --fail-on was given, and something is not read, assessed, examined or rated
`;
