import { predictionRecords } from '../../../src/catalog/sources/epss.js';

it.each([
  ['CVE-2024-0001,0.97,0.999', 0.97],
  ['CVE-2024-0001,0,0.1', 0],
  ['CVE-2024-0001,,0.999', undefined],
  ['CVE-2024-0001,1.5,0.9', undefined],
  ['cve,epss,percentile', undefined],
])('%s', (line, probability) => {
  expect(predictionRecords(line).map((one) => one.kind === 'exploit-prediction' && one.probability)).toEqual(
    probability === undefined ? [] : [probability],
  );
});
