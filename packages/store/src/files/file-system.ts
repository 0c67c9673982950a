import { statfsSync } from 'node:fs';

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
  statfs: (path: string) => { type: number } = statfsSync,
): string | null {
  if (/^[\\/]{2}[^\\/?.]/.test(folder)) return 'network share';
  return shared.get(statfs(folder).type >>> 0) ?? null;
}
