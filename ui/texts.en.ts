/** Every text of the workbench. Sentences, not parts of them: a translation replaces this file and its folder. */

import { alarmTexts } from './texts.en/alarms.js';
import { generalTexts } from './texts.en/general.js';
import { projectTexts } from './texts.en/projects.js';
import { reviewTexts } from './texts.en/review.js';
import { sbomPartTexts } from './texts.en/sbom-parts.js';
import { sbomTexts } from './texts.en/sboms.js';
import { settingTexts } from './texts.en/settings.js';
import { vulnerabilityTexts } from './texts.en/vulnerabilities.js';

export { number } from './texts.en/words.js';

export const texts = {
  ...generalTexts,
  ...sbomTexts,
  ...sbomPartTexts,
  ...vulnerabilityTexts,
  ...reviewTexts,
  ...settingTexts,
  ...projectTexts,
  ...alarmTexts,
};
