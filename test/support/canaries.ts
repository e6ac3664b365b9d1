import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** Shortest piece of a secret that counts as the secret. */
const shortest = 12;

/** Everything in which a secret could be recognised: itself, its encodings, and every piece of it. */
function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const base64 = [0, 1, 2].map((offset) => {
    // What stands before and after changes the characters at the ends.
    const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64url');
    return text.slice(offset === 0 ? 0 : 4, text.length - 4);
  });
  const pieces = Array.from({ length: Math.max(1, secret.length - shortest + 1) }, (_, at) =>
    secret.slice(at, at + shortest),
  );
  return [...pieces, ...base64, bytes.toString('hex'), encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)];
}

/** Names of the secrets that occur in the text, in whatever form. */
export function found(secrets: Readonly<Record<string, string>>, text: string): string[] {
  // Both alphabets of base64, and both cases of hexadecimal digits.
  const texts = [text, text.replaceAll('+', '-').replaceAll('/', '_'), text.toLowerCase()];
  return Object.entries(secrets)
    .filter(([, secret]) => formsOf(secret).some((form) => texts.some((one) => one.includes(form))))
    .map(([name]) => name);
}

/** Content of all files below a folder, unpacked where they are gzip; names too. */
export function textOfFolder(folder: string, leaveOut: (path: string) => boolean = () => false): string {
  const parts: string[] = [];
  for (const name of readdirSync(folder, { recursive: true }).map(String)) {
    const path = join(folder, name);
    if (leaveOut(path) || !statSync(path).isFile()) continue;
    const content = readFileSync(path);
    parts.push(name, (name.endsWith('.gz') ? gunzipSync(content) : content).toString('latin1'));
  }
  return parts.join('\n');
}

/** Arguments and environment of every process that can be looked at, as long as it goes on. */
export class ProcessSampler {
  private readonly seen = new Set<string>();
  private readonly timer = setInterval(() => this.look(), 20);

  private look(): void {
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
      for (const file of ['cmdline', 'environ'])
        try {
          this.seen.add(readFileSync(join('/proc', pid, file), 'latin1'));
        } catch {
          // It has ended, or is another user's.
        }
  }

  stop(): string {
    clearInterval(this.timer);
    this.look();
    return [...this.seen].join('\n');
  }
}
