/** More of them are left out: each is uploaded by itself. */
export const maxFiles = 200;

export interface Files {
  readonly files: readonly File[];
  /** Names of files and folders that the browser could not read. */
  readonly unreadable: readonly string[];
  /** There are more than `maxFiles`. */
  readonly isCut: boolean;
}

/** The dropped files, also those in dropped folders. One that cannot be read takes no other with it. */
export async function filesIn(transfer: Pick<DataTransfer, 'files' | 'items'>): Promise<Files> {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry());
  const plain = [...transfer.files];
  if (!entries.some((entry) => entry?.isDirectory)) return firstOf(plain);
  const files: File[] = [];
  const unreadable: string[] = [];
  const waiting = entries.filter((entry) => entry !== null);
  for (let entry = waiting.shift(); entry && files.length <= maxFiles; entry = waiting.shift()) {
    try {
      if (entry.isDirectory) waiting.push(...(await entriesIn(entry as FileSystemDirectoryEntry)));
      else files.push(await fileOf(entry as FileSystemFileEntry));
    } catch {
      unreadable.push(entry.fullPath);
    }
  }
  return { ...firstOf(files), unreadable };
}

/** So many of the files as are taken at once. */
export const firstOf = (files: readonly File[]): Files => ({
  files: files.slice(0, maxFiles),
  unreadable: [],
  isCut: files.length > maxFiles,
});

const fileOf = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => entry.file(resolve, reject));

/** A folder gives a part of its entries at a time. */
async function entriesIn(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return all;
    all.push(...some);
  }
}
