/** Software with plugins and modules. Shops and editors are not included: "Orders for WooCommerce" is a name. */
const hosts = 'wordpress|drupal|joomla!?|typo3|moodle|mediawiki|magento(?: 2)?|prestashop|jenkins';
const languages = 'node\\.?js|ruby|rails|perl|python|php';
const parts = 'plug-?in|module|extension|theme|add-?on|gem|package|library|component|app|integration';

/** The kind of device that may follow a model name, which has a digit. */
const deviceKinds =
  'routers?|switch(?:es)?|cameras?|printers?|gateways?|modems?|repeaters?|extenders?|access points?|phones?|devices?|series|nas|nvr|dvr';
const deviceAdjectives =
  'wireless|wi-?fi|vpn|ip|network|smart|dual[ -]band|gigabit|ethernet|cable|multifunction|security';

const descriptions: readonly RegExp[] = [
  new RegExp(`^(?!(?:${parts}) for )(?<name>.{2,}?) \\(?(?:(?:${parts}) )?for (?<host>${hosts})\\)?$`, 'i'),
  new RegExp(`^(?!(?:${parts}) for )(?<name>.{2,}?) \\(?(?:${parts}) for (?<host>${languages})\\)?$`, 'i'),
  new RegExp(`^(?<host>${hosts}) (?:${parts}) (?<name>.{2,})$`, 'i'),
  new RegExp(`^(?<host>${hosts}) (?<name>.{2,}?) (?:${parts})$`, 'i'),
  new RegExp(`^(?=.*\\d)(?<name>.{2,}?)(?: (?:${deviceAdjectives}))* (?:${deviceKinds})$`, 'i'),
];

export interface Described {
  readonly name: string;
  /** The software or language that it is for, as written; null for a device. */
  readonly host: string | null;
}

/**
 * The name within a description: "Contact Form plugin for WordPress", "Jenkins Git Plugin", "DIR-605 Wireless Router".
 * Null for any other name. `name` has single spaces.
 */
export function describedName(name: string): Described | null {
  if (!name.includes(' ')) return null;
  for (const description of descriptions) {
    const found = description.exec(name)?.groups;
    if (found) return { name: found['name']!, host: found['host'] ?? null };
  }
  return null;
}
