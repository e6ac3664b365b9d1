import { ruled, type TextRule, type TextSchema } from '../../schema/schema.js';

const matching = (pattern: RegExp): TextRule => {
  return (value) => (pattern.test(value) ? value : null);
};

/** A `bom-ref` or a reference to one: not empty. */
export const ref: TextSchema = ruled((value) => (value === '' ? null : value));

/** XSD `versionType` from 1.6 on allows 1,024 characters. */
export const version: TextSchema = {
  ...ruled((value, target) => (target.encoding === 'XML' && value.length > 1024 ? null : value)),
  isVerbatim: true,
};
export const versionRange: TextSchema = ruled((value, target) =>
  value === '' || (target.encoding === 'XML' && value.length > 4096) ? null : value,
);

/** RFC 3339 with a zone, which is also a valid XSD dateTime. A missing zone means UTC; other forms are converted. */
export const dateTime: TextSchema = ruled((value, { isValidation }) => {
  const match =
    /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d:\d\d:[0-5]\d(?:\.\d{1,12})?)([Zz]|[+-](?:(?:0\d|1[0-3]):[0-5]\d|14:00))?$/.exec(
      value.trim(),
    );
  if (!match && isValidation) return null;
  if (!match) {
    const parsed = Date.parse(value.slice(0, 64));
    return Number.isNaN(parsed) || !/^\d{4}-/.test(new Date(parsed).toISOString())
      ? null
      : new Date(parsed).toISOString();
  }
  const [, year, month, day, time, zone] = match;
  const text = `${year}-${month}-${day}T${time}${(zone ?? 'Z').toUpperCase()}`;
  return isDay(Number(year), Number(month), Number(day)) && time! < '24' && time!.slice(3) < '60' ? text : null;
});

export const date: TextSchema = ruled((value) => {
  const match = /^(\d{4})-(\d\d)-(\d\d)/.exec(value);
  return match && isDay(Number(match[1]), Number(match[2]), Number(match[3])) ? match[0] : null;
});

const isDay = (year: number, month: number, day: number): boolean =>
  year > 0 && month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate();

const atom = "[\\w!#$%&'*+/=?^`{|}~\\u0080-\\uffff-]+";
const label = '[a-zA-Z0-9\\u0080-\\uffff](?:[a-zA-Z0-9\\u0080-\\uffff-]{0,61}[a-zA-Z0-9\\u0080-\\uffff])?';
const emailPattern = new RegExp(`^${atom}(?:\\.${atom}){0,9}@${label}((?:\\.${label}){0,9})$`);

/** JSON: `idn-email`, for which some validators require a dot in the domain. The XSD allows any text. */
export const email: TextSchema = ruled((value, target) =>
  target.encoding === 'XML' || isEmail(value, target.isValidation) ? value : null,
);

const isEmail = (value: string, withoutDot = false): boolean => {
  const match = value.length <= 254 ? emailPattern.exec(value) : null;
  return match !== null && (withoutDot || match[1] !== '');
};

export const urnUuid: TextSchema = ruled((value) => {
  const lower = value.trim().toLowerCase();
  const uuid = lower.startsWith('urn:uuid:') ? lower : `urn:uuid:${lower.replace(/^\{|\}$/g, '')}`;
  return /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(uuid) ? uuid : null;
});

export const mimeType: TextSchema = ruled((value) => {
  const bare = value.split(';', 1)[0]!.trim().toLowerCase();
  return /^[-+a-z0-9.]+\/[-+a-z0-9.]+$/.test(bare) ? bare : null;
});

const hashLengths = new Set([32, 40, 64, 96, 128]);
export const hashContent: TextSchema = ruled((value) => {
  const content = value.trim();
  return hashLengths.has(content.length) && /^[a-fA-F0-9]+$/.test(content) ? content : null;
});

export const locale: TextSchema = ruled(matching(/^[a-z]{2}(-[A-Z]{2})?$/));
export const openCre: TextSchema = ruled(matching(/^CRE:[0-9]+-[0-9]+$/));
export const patentNumber: TextSchema = ruled(matching(/^[A-Za-z0-9][A-Za-z0-9\-/.() ]{0,28}[A-Za-z0-9]$/));
export const jurisdiction: TextSchema = ruled(matching(/^[A-Z]{2}$/));

const escaped = '\\\\[\\\\*?!"#$%&\'()+,/:;<=>@[\\]^`{|}~]';
const component = `(?:[?*]*(?:[a-zA-Z0-9\\-._]|${escaped})+[?*]*|[*\\-])`;
const cpePattern = new RegExp(
  '^(?:[cC][pP][eE]:/[AHOaho]?(?::[A-Za-z0-9._\\-~%]*){0,6}' +
    `|cpe:2\\.3:[aho*\\-](?::${simple(component)}){5}(?::(?:[a-zA-Z]{2,3}(?:-(?:[a-zA-Z]{2}|[0-9]{3}))?|[*\\-]))(?::${simple(component)}){4})$`,
);

/** At the ends of a part either several `?` or one `*`. */
function simple(part: string): string {
  return part.replaceAll('[?*]*', '(?:\\?*|\\*?)');
}

/** The XSD requires the grammar of NIST IR 7695; the JSON schema allows any text. */
export const cpe: TextSchema = ruled((value, target) =>
  target.encoding === 'JSON' || (value.length <= 4096 && cpePattern.test(value)) ? value : null,
);
