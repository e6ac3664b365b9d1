import type { JsonObject } from '../../model/document.js';
import { optionalText, textOf } from '../../model/json.js';
import { type Purl, purlOrNull } from '../../model/purl.js';
import { moduleStreamOf } from '../../model/rpm-modules.js';

/**
 * Modules of Enterprise Linux and Fedora: the same package is built for several streams of a module (nodejs:16,
 * nodejs:18), and outside of any, each with fixes of its own. Their builds are marked (`18.12.1-2.module+el8.7.0+17306`),
 * the stream is declared beside them.
 */
export interface ModuleBuild {
  /** False for builds outside of any module. */
  readonly isModular: boolean;
  /** `nodejs:18`; empty: not declared. */
  readonly streams: readonly string[];
}

const mark = /\.module[+_]/;

/** The streams that the title of an advisory names ("Important: virt:rhel and virt-devel:rhel security update"). */
export function streamsInTitle(record: JsonObject): string[] {
  const title = textOf(record.summary);
  if (!/\bupdate\b/i.test(title)) return [];
  return title.split(/[\s,]+/).filter((word) => /^[a-z0-9][\w.+-]*:[\w.+-]+$/i.test(word));
}

/**
 * What an entry of an advisory is about, by the versions that it names; null where they do not show it.
 *
 * @param titled what the title of the advisory names
 */
export function moduleOfEntry(
  named: JsonObject,
  versions: readonly string[],
  titled: readonly string[],
): ModuleBuild | null {
  const declared = purlOrNull(optionalText(named.purl) ?? '');
  const stream = declared && moduleStreamOf(declared);
  const builds = versions.filter((version) => version.includes('-'));
  const modular = builds.filter((version) => mark.test(version));
  if (modular.length === 0 && !stream) return builds.length === 0 ? null : outsideOfModules;
  if (modular.length < builds.length) return null;
  return { isModular: true, streams: stream ? [stream] : titled };
}

const outsideOfModules: ModuleBuild = { isModular: false, streams: [] };

/** Whether builds of an entry and a package's are of one stream; null: that is not known. */
export function isSameModule(purl: Purl, version: string, { isModular, streams }: ModuleBuild): boolean | null {
  const stream = moduleStreamOf(purl);
  if (stream === null && !version.includes('-')) return true;
  if ((stream !== null || mark.test(version)) !== isModular) return false;
  if (!isModular || streams.length === 0) return true;
  if (stream !== null) return streams.includes(stream);
  // The package that gives the module its name has the versions that the stream is named after.
  const own = streams.find((one) => one.startsWith(`${purl.name}:`))?.slice(purl.name.length + 1) ?? '';
  if (!/^\d[\d.]*$/.test(own)) return null;
  const upstream = version.replace(/^\d+:/, '');
  return upstream.startsWith(own) && !/^\d/.test(upstream.slice(own.length));
}
