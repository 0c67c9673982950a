/** Which addresses the server may fetch from on an agent's word. */
import { BlockList, isIP, isIPv4 } from 'node:net';

export type Reach = 'public' | 'loopback' | 'private';

export function reachOf(address: string): Reach {
  const family = isIPv4(address) ? 'ipv4' : 'ipv6';
  if (loopback.check(address, family)) return 'loopback';
  return hidden.check(address, family) ? 'private' : 'public';
}

/** Names that mean this machine whatever a name server says. */
export function isLoopbackName(name: string): boolean {
  const bare = name.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  if (isIP(bare) !== 0) return reachOf(bare) === 'loopback';
  return bare === 'localhost' || bare.endsWith('.localhost');
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Everything that is not the open Internet: private, shared, link-local, reserved, multicast, and ways to wrap those. */
const hidden = new BlockList();
const ranges: readonly (readonly [string, number, 'ipv4' | 'ipv6'])[] = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['224.0.0.0', 4, 'ipv4'],
  ['240.0.0.0', 4, 'ipv4'],
  ['::', 96, 'ipv6'],
  ['64:ff9b::', 96, 'ipv6'],
  ['64:ff9b:1::', 48, 'ipv6'],
  ['2001::', 32, 'ipv6'],
  ['2002::', 16, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
  ['fec0::', 10, 'ipv6'],
  ['ff00::', 8, 'ipv6'],
];
for (const [net, prefix, family] of ranges) hidden.addSubnet(net, prefix, family);
