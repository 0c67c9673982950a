/** Classifies IP addresses and host names, to decide what the server may fetch for an agent. */
import { BlockList, isIP, isIPv4 } from 'node:net';

type Reach = 'public' | 'loopback' | 'private';

export function reachOf(address: string): Reach {
  const family = isIPv4(address) ? 'ipv4' : 'ipv6';
  if (loopback.check(address, family)) return 'loopback';
  return nonPublic.check(address, family) ? 'private' : 'public';
}

/** Whether a host name is this machine, independent of DNS. */
export function isLoopbackName(name: string): boolean {
  const bare = name.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  if (isIP(bare) !== 0) return reachOf(bare) === 'loopback';
  return bare === 'localhost' || bare.endsWith('.localhost');
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** All addresses that are not public: private, shared, link-local, reserved, multicast, and those that embed them. */
const nonPublic = new BlockList();
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
for (const [net, prefix, family] of ranges) nonPublic.addSubnet(net, prefix, family);
