import { statfsSync } from 'node:fs';

import { nativePath } from './real-path.ts';

/** File systems on which shared memory or file events do not reach every process that has the file open. */
const shared = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xff534d42, 'CIFS'],
  [0xfe534d42, 'SMB2'],
  [0x01021997, '9P'],
  [0x65735546, 'FUSE'],
  [0x786f4256, 'VirtualBox shared folder'],
  [0x00c36400, 'Ceph'],
  [0x5346414f, 'AFS'],
  [0x7c7c6673, 'Parallels shared folder'],
]);

/** The name of the network or container-shared file system that a folder lies on; `null` for a local one. */
export function sharedFileSystem(
  folder: string,
  {
    statfs = statfsSync,
    realPath = process.platform === 'win32' ? nativePath : String,
  }: {
    readonly statfs?: (path: string) => { type: number };
    /** Windows tells no types, but a drive that is mapped to a share has the share's name. */
    readonly realPath?: (path: string) => string;
  } = {},
): string | null {
  if ([folder, realPath(folder)].some((path) => /^[\\/]{2}[^\\/?.]/.test(path))) return 'network share';
  return shared.get(statfs(folder).type >>> 0) ?? null;
}
