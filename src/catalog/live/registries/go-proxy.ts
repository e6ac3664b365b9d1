import { objectOf, optionalText, textOf } from '../../../model/json.js';
import type { LiveSource } from '../live-source.js';
import { pathOf, registryAnswer } from './registry-package.js';

/** The Go module proxy (go.dev/ref/mod#goproxy-protocol). */
export const goProxy: LiveSource = {
  name: 'go-proxy',
  baseUrl: 'https://proxy.golang.org',
  requestsPerSecond: 10,
  answers: 'packages',
  types: ['golang'],
  isRegistry: true,
  async lookUp(ask, subject) {
    if (subject.kind !== 'package') return null;
    const { namespace, name } = subject.purl;
    const path = pathOf(
      ...`${namespace ?? ''}/${name}`
        .split('/')
        .filter((part) => part !== '')
        .map(escaped),
    );
    const list = path === null ? null : await ask(`${path}/@v/list`, undefined, 'text/plain');
    if (list === null) return null;
    const newest = objectOf(await ask(`${path}/@latest`));
    const latest = optionalText(newest.Version);
    const versions = textOf(list)
      .split('\n')
      .filter((line) => line !== '');
    if (versions.length === 0 && latest === undefined) return null;
    return registryAnswer(subject, {
      versions: versions.length > 0 ? versions.sort().reverse() : [latest!],
      latest,
      repositoryUrl: optionalText(objectOf(newest.Origin).URL),
    });
  },
};

/** Capital letters as the protocol writes them: `!a` for `A`. */
const escaped = (part: string): string => part.replace(/[A-Z]/g, (letter) => `!${letter.toLowerCase()}`);
