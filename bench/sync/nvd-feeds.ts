import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { finished } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

export interface FeedSize {
  readonly cves: number;
  readonly criteria: number;
  /** CVEs of the feed of modifications, the rest of which is as it was. */
  readonly modified: number;
}

const firstYear = 2002;

/** Writes a year's feeds and their .meta files as NVD publishes them; the same numbers give the same files. */
export async function writeNvdFeeds(folder: string, size: FeedSize): Promise<void> {
  const lastYear = new Date().getUTCFullYear();
  const years = lastYear - firstYear + 1;
  const perYear = Math.ceil(size.cves / years);
  for (let index = 0; index < years; index += 1) {
    const from = index * perYear;
    const to = Math.min(size.cves, from + perYear);
    await writeFeed(folder, String(firstYear + index), { from, to, perYear, size, edition: 1 });
  }
  await writeModified(folder, size, 1);
}

/** A later edition of the feed of modifications: other bounds for the newest CVEs, some of them rejected. */
export async function writeModified(folder: string, size: FeedSize, edition: number): Promise<void> {
  const years = new Date().getUTCFullYear() - firstYear + 1;
  const perYear = Math.ceil(size.cves / years);
  await writeFeed(folder, 'modified', { from: size.cves - size.modified, to: size.cves, perYear, size, edition });
}

interface Span {
  readonly from: number;
  readonly to: number;
  readonly perYear: number;
  readonly size: FeedSize;
  readonly edition: number;
}

async function writeFeed(folder: string, id: string, { from, to, perYear, size, edition }: Span): Promise<void> {
  const name = `nvdcve-2.0-${id}`;
  const hash = createHash('sha256');
  let bytes = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  const file = createWriteStream(join(folder, `${name}.json.gz`));
  counted.pipe(createGzip({ level: 4 })).pipe(file);
  const write = async (text: string): Promise<void> => {
    if (!counted.write(text)) await once(counted, 'drain');
  };
  const total = to - from;
  await write(
    `{"resultsPerPage":${total},"startIndex":0,"totalResults":${total},"format":"NVD_CVE","version":"2.0",` +
      `"timestamp":"2026-01-0${edition}T00:00:00.000","vulnerabilities":[`,
  );
  for (let number = from; number < to; number += 1) {
    const cve = cveOf(number, { year: firstYear + Math.floor(number / perYear), size, edition });
    await write(`${number === from ? '' : ','}${JSON.stringify({ cve })}`);
  }
  await write(']}');
  counted.end();
  await finished(file);
  const meta = [
    `lastModifiedDate:2026-01-0${edition}T03:00:00-05:00`,
    `size:${bytes}`,
    'zipSize:0',
    `gzSize:${statSync(join(folder, `${name}.json.gz`)).size}`,
    `sha256:${hash.digest('hex').toUpperCase()}`,
  ];
  writeFileSync(join(folder, `${name}.meta`), `${meta.join('\r\n')}\r\n`);
}

/** A well mixed number below the limit (a multiplicative hash). */
const mixed = (seed: number, below: number): number =>
  Math.floor(((Math.imul(seed + 1, 2_654_435_761) >>> 0) / 2 ** 32) * below);

const products = 90_000;
/** Flattens the head of the distribution: the first product has some 14,000 CVEs, as the Linux kernel has in NVD. */
const flatness = 10;

/** `vendor:product` by a seed; few products have most of the CVEs. */
export function productOf(seed: number): string {
  const share = mixed(seed, 1_000_000) / 1_000_000;
  const rank = Math.floor(flatness * ((products + flatness) / flatness) ** share) - flatness + 1;
  return `vendor${rank % 20_000}:product_${rank}`;
}

function cveOf(number: number, { year, size, edition }: { year: number; size: FeedSize; edition: number }): object {
  const isRejected = edition > 1 && number % 50 === 0;
  const isWaiting = number % 10 === 0;
  return {
    id: `CVE-${year}-${10_000 + number}`,
    sourceIdentifier: 'security@example.com',
    published: `${year}-03-05T10:15:08.183`,
    lastModified: `2026-01-0${edition}T01:00:00.000`,
    vulnStatus: isRejected ? 'Rejected' : isWaiting ? 'Awaiting Analysis' : 'Analyzed',
    cveTags: [],
    descriptions: [
      { lang: 'en', value: `A flaw in the handling of request ${number} allows attackers to read memory. `.repeat(4) },
      { lang: 'es', value: `Un defecto en el manejo de la solicitud ${number} permite leer memoria. `.repeat(4) },
    ],
    metrics: metricsOf(number),
    weaknesses: [
      {
        source: 'nvd@nist.gov',
        type: 'Primary',
        description: [{ lang: 'en', value: `CWE-${1 + mixed(number, 900)}` }],
      },
    ],
    configurations: isWaiting || isRejected ? undefined : configurationsOf(number, { size, edition }),
    references: [1, 2, 3].map((place) => ({
      url: `https://example.com/advisories/${number}/${place}`,
      source: 'security@example.com',
      tags: ['Third Party Advisory'],
    })),
  };
}

function metricsOf(number: number): object {
  const cvss31 = {
    version: '3.1',
    vectorString: `CVSS:3.1/AV:N/AC:L/PR:${'NLH'[number % 3]}/UI:N/S:U/C:H/I:H/A:H`,
    baseScore: 9.8,
    baseSeverity: 'CRITICAL',
  };
  const cvss2 = { version: '2.0', vectorString: 'AV:N/AC:L/Au:N/C:P/I:P/A:P', baseScore: 7.5 };
  return {
    cvssMetricV31: [
      { source: 'nvd@nist.gov', type: 'Primary', cvssData: cvss31, exploitabilityScore: 3.9, impactScore: 5.9 },
    ],
    ...(number % 2 === 0
      ? { cvssMetricV2: [{ source: 'nvd@nist.gov', type: 'Primary', cvssData: cvss2, baseSeverity: 'HIGH' }] }
      : {}),
  };
}

/** Most CVEs have few criteria, some have hundreds; a tenth needs a platform beside the product. */
function configurationsOf(number: number, { size, edition }: { size: FeedSize; edition: number }): object[] {
  // Nine of ten CVEs have criteria; one of forty has most of them.
  const average = size.criteria / (size.cves * 0.9);
  const count = number % 40 === 1 ? Math.round(average * 20) : Math.max(1, Math.round(average * 0.5));
  const matches = Array.from({ length: count }, (_, place) => ({
    vulnerable: true,
    criteria: `cpe:2.3:a:${productOf(number * 7 + Math.floor(place / 3))}:*:*:*:*:*:*:*:*`,
    versionStartIncluding: `${1 + (place % 3)}.0.0`,
    versionEndExcluding: `${1 + (place % 3)}.${mixed(number + place, 40)}.${edition}`,
    matchCriteriaId: '3F1B0F4B-1F4E-4E6C-9C0B-6E5B6E2D8A11',
  }));
  const nodes = [{ operator: 'OR', negate: false, cpeMatch: matches }];
  if (number % 10 !== 3) return [{ nodes }];
  const platform = {
    vulnerable: false,
    criteria: 'cpe:2.3:o:microsoft:windows:-:*:*:*:*:*:*:*',
    matchCriteriaId: 'A2572D17-1DE6-457B-99CC-64AFD54487EA',
  };
  return [{ operator: 'AND', nodes: [...nodes, { operator: 'OR', negate: false, cpeMatch: [platform] }] }];
}
