import { words } from '../../../model/names/normalise.js';

/** Words that any company uses for its own components: a name of these alone identifies nothing. */
const genericWords = new Set(
  (
    'access account accounts action actions adapter addon addons admin agent aggregator alarm alert alerts analytics android api apis app application ' +
    'applications apps archive asset assets async audit auth authentication authorization backend backup bar base basic batch baz billing ' +
    'bin block boot bootloader bot bridge broker browser bucket buffer build builder bundle bus button cache calendar call camera cart catalog channel ' +
    'chart chat check checker checkout cli client clients cloud cluster code collector color command commander commands common ' +
    'commons compiler component components config configuration connect connection connector console consumer container content context ' +
    'control controller converter cookie coordinator core counter crypto custom dashboard data database datastore date db debug decoder default ' +
    'delegate demo deploy design desktop detector dev device diff directory dispatcher display docs document documents domain download ' +
    'driver edge editor email encoder engine enterprise entity env error errors event events example examples executor export ' +
    'exporter extension extensions factory feed fetch field file files filter firmware flow font foo form format formatter forms ' +
    'framework frontend function functions gateway generator generic global graph grid group handler hardware hash health hello helper ' +
    'helpers home hook hooks host html http hub icon icons identity image images import importer index info infrastructure initializer input inspector ' +
    'installer integration interface internal inventory invoice io job jobs json kernel key keys kit language latest launcher layout ledger lib ' +
    'library license link linker list listener loader local location lock log logger logging login logs machine mail main ' +
    'manager map mapper master math media memory menu message messages messaging metadata metrics microservice microservices middleware migration misc mobile ' +
    'mailer mock model models module modules monitor monitoring name native net network networking news node none notes notification ' +
    'notifications notifier null number object objects office online orchestrator order orders other output package packages page pages parser password path ' +
    'patient payment payments performance permission pipeline platform player plugin plugins policy pool portal print printer ' +
    'process processor producer product products profile program progress project protocol provider proxy publisher query queue reader ' +
    'receiver record recorder registry release remote render renderer report reporter reporting reports request resolver resource ' +
    'resources response rest result role router routes routing rule rules runner runtime sample scanner schedule scheduler ' +
    'schema script scripts sdk search security select sender sensor server service services session sessions settings setup ' +
    'shared shell shop signal simple simulator site socket software source spec sql stack standard state static statistics stats ' +
    'status storage store stream string studio style styles subscriber subtotal suite supervisor support sync syntax system table tag task tasks telemetry ' +
    'template templates terminal test testing tests text theme themes thread time timer toolbar toolkit tools token tool total ' +
    'tracker tracking traffic transfer translation transport tree trigger type types ui undefined unknown update updater upload uploader url ' +
    'user users util utilities utility utils validation validator value various vector version video view viewer views virtual ' +
    'visual watchdog watcher web webapp webservice website widget widgets window windows wizard word worker workers workflow world wrapper writer xml'
  ).split(' '),
);

/** True for a name of generic words, single letters and numbers only: "worker", "api gateway 2", "a". */
export const isGeneric = (name: string): boolean =>
  words(name).every((word) => genericWords.has(word.replace(/\d+$/, '')) || word.length === 1 || /^\d+$/.test(word));

/** Two strangers seldom choose the same word of this length. */
const minDistinctiveLength = 8;

/**
 * True for a name that two strangers would hardly both choose: "whatwg-fetch", "discordrb"; false for "worker",
 * "api-gateway", "glob".
 */
export function isDistinctive(name: string): boolean {
  const telling = words(name).filter((word) => !genericWords.has(word) && word.length > 2 && !/^\d+$/.test(word));
  if (telling.length === 0) return false;
  return (
    telling.join('').length >= minDistinctiveLength ||
    (telling.length < words(name).length && name.length >= minDistinctiveLength + 2)
  );
}
