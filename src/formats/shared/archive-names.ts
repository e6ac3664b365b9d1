/** A package by the name of its archive, without the ending. */
export interface ArchiveName {
  readonly name: string;
  readonly version: string;
  /** What else of the same version it is: "sources", "linux-x86_64". */
  readonly classifier?: string;
}

const classifier =
  /-((?:test-)?sources?|javadoc|tests?|shaded|all|uber|standalone|(?:jar-)?with-dependencies|bin|src|dist|(?:natives-)?(?:linux|osx|windows|macos|darwin|win32|win64)(?:-\w+){0,2}|(?:x86_64|x86|x64|arm64|aarch64|universal)-(?:linux|darwin|mingw\w*)(?:-\w+)?|java)$/i;
const qualifier =
  '(?:alpha|beta|rc|cr|m|milestone|ga|final|sp|snapshot|release|incubating|pre|preview|dev|rev|build|r|b|p|jre|android|jdk)[\\d.]*';
/** "2.17.1", "1.0-beta-2", "1.0-20240101.123456-1", "2024-01-02"; what has no dot is followed by no further number. */
const wholeVersion = new RegExp(
  `^v?(?:\\d\\w*(?:[.+~]\\w+)*(?:-${qualifier})*|\\d\\w*(?:[.+~]\\w+)+(?:-(?:${qualifier}|\\d[\\w.+]*))*|\\d{4}-\\d\\d-\\d\\d)$`,
  'i',
);

/** Takes "commons-io-2.11.0" and "netty-transport-native-epoll-4.1.94.Final-linux-x86_64" apart. */
export function parseArchiveName(stem: string): ArchiveName {
  const [ending, found] = classifier.exec(stem) ?? [];
  const split = splitVersion(ending === undefined ? stem : stem.slice(0, -ending.length));
  if (split && found !== undefined) return { ...split, classifier: found };
  return split ?? splitVersion(stem) ?? { name: stem, version: '' };
}

/** At the first hyphen behind which all is version, for names have numbers too ("log4j-1.2-api-2.17.1"). */
function splitVersion(stem: string): ArchiveName | undefined {
  const starts = [...stem.matchAll(/-(?=v?\d)/gi)].map(({ index }) => index).filter((index) => index > 0);
  const at =
    starts.find((index) => wholeVersion.test(stem.slice(index + 1))) ??
    starts.findLast((index) => stem.includes('.', index)) ??
    starts[0];
  return at === undefined ? undefined : { name: stem.slice(0, at), version: stem.slice(at + 1) };
}
