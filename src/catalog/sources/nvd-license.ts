import type { SourceLicense } from './source.js';

export const nvdLicense: SourceLicense = {
  name: 'US Government work',
  url: 'https://nvd.nist.gov/general/faq',
  notice: 'This product uses data from the NVD API but is not endorsed or certified by the NVD.',
};
