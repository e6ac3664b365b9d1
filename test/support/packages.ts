/** What `xzOfControl` and `zstdOfControl` hold as `./control` in a tar archive. */
export const control =
  'Package: shop\nVersion: 1:2.0-1~deb12u1\nArchitecture: amd64\nSource: webshop (1:2.0-1)\n' +
  'Maintainer: Ada <ada@debian.org>\nDescription: a shop\n of its own\n';
export const xzOfControl = Buffer.from(
  '/Td6WFoAAATm1rRGAgAhARwAAAAQz1jM4Cf/AOBdABcLyOfZ5dHD1ZV9QtvcDlxs1FkS8hVsWSUl9uEEGnmwv2wtJBdlQGlMVmXw+LuOhnfUwumtWegi5/W6mzYHo0Vi4hwjMUN1PFsN+ivEAyFUQULKA/xboVJlCWJO4AY1wzG4KpElsL7nC8Etpx5inrpCIU1Bo3/fz3nSg+kToiLQJvNZtydzYFFzT3BPf/t4O+lr3fZMmA2KO8Lf6NHJ0rNVo1ZQlDdLjvPb2cYlCf3SHPymuBcnCN9I0DPBY4QCEWF+zXs399ZXREyQN+kqj520j2lWSUDLGuSgpLqPZwAAAP/hy1scAaegAAH8AYBQAACEvIAdscRn+wIAAAAABFla',
  'base64',
);
export const zstdOfControl = Buffer.from(
  'KLUv/WQAJ60FAJJKIhpg1wMUyl7H0VgiUsi24v0w6Mk5bQQCOAUhAw9iLru2r0/Zf2dXV80yMKF0HvBf5aVH/KXFqbYb329gAHhkOae26i0/sDgk7J1ave1q962qXqDcpoys1EkhDpNKpzhfTVsIZrnSnFrqrfrO2znr565/a9uL/gxjShlffMecMb6iOOK7st44V2IIECDwalI9ZoX4/yL72oKOAX8Dg000gK17gto4BOwPlrzDBQIGDbCbXhfo9H4B',
  'base64',
);

/** An `ar` archive (deb(5)) of these members. */
export function debOf(members: Readonly<Record<string, string | Uint8Array>>): Buffer {
  const parts = [Buffer.from('!<arch>\n')];
  for (const [name, content] of Object.entries(members)) {
    const bytes = Buffer.from(content);
    const header = `${name.padEnd(16)}${'0'.padEnd(12)}${'0'.padEnd(6)}${'0'.padEnd(6)}${'100644'.padEnd(8)}`;
    parts.push(
      Buffer.from(`${header}${String(bytes.length).padEnd(10)}\`\n`),
      bytes,
      Buffer.alloc(bytes.length % 2, '\n'),
    );
  }
  return Buffer.concat(parts);
}

export const tags = {
  name: 1000,
  version: 1001,
  release: 1002,
  epoch: 1003,
  vendor: 1011,
  license: 1014,
  arch: 1022,
  sourceRpm: 1044,
};

/** An RPM package with these tags in its header, numbers as INT32, and no files. */
export function rpmOf(header: Readonly<Record<number, string | number>>): Buffer {
  const lead = Buffer.alloc(96);
  lead.writeUInt32BE(0xedabeedb);
  const signature = section({ 1000: 'x' });
  const padding = Buffer.alloc((8 - (signature.length % 8)) % 8);
  return Buffer.concat([lead, signature, padding, section(header), Buffer.from('the files')]);
}

function section(header: Readonly<Record<number, string | number>>): Buffer {
  const index: number[] = [];
  let store = Buffer.alloc(0);
  for (const [tag, value] of Object.entries(header)) {
    const isNumber = typeof value === 'number';
    if (isNumber) store = Buffer.concat([store, Buffer.alloc((4 - (store.length % 4)) % 4)]);
    index.push(Number(tag), isNumber ? 4 : 6, store.length, 1);
    store = Buffer.concat([store, isNumber ? int32(value) : Buffer.from(`${value}\0`)]);
  }
  return Buffer.concat([...[0x8eade801, 0, index.length / 4, store.length, ...index].map(int32), store]);
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
