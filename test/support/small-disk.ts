import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const prefix = 'stocktake-disk-';

/** A file system of its own that is soon full. */
export class SmallDisk {
  private readonly ballast: string;

  private constructor(readonly folder: string) {
    this.ballast = join(folder, 'ballast');
  }

  /** @returns null where this account may not mount one */
  static mount(megabytes: number): SmallDisk | null {
    unmountLeftBehind();
    const folder = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`));
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'ignore' });
      return new SmallDisk(folder);
    } catch {
      rmSync(folder, { recursive: true });
      return null;
    }
  }

  fill(): void {
    const { bavail, bsize } = statfsSync(this.folder);
    writeFileSync(this.ballast, Buffer.alloc(bavail * bsize));
  }

  freeSpace(): void {
    rmSync(this.ballast);
  }

  unmount(): void {
    unmount(this.folder);
  }
}

/** Disks of runs that were killed: of every process that is no more. */
function unmountLeftBehind(): void {
  for (const name of readdirSync(tmpdir())) {
    const pid = new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1];
    if (pid && !existsSync(`/proc/${pid}`)) unmount(join(tmpdir(), name));
  }
}

function unmount(folder: string): void {
  spawnSync('umount', ['--lazy', folder]); // not mounted any more where the run died half-way through this
  rmSync(folder, { recursive: true });
}
