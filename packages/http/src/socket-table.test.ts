import { endianness } from 'node:os';

import { describe, expect, it } from 'vitest';

import { ownerIn, peerEntriesOf } from './socket-table.ts';

const header =
  '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n';
const line = (addresses: string, state: string, uid: number, inode: number) =>
  `   7: ${addresses} ${state} 00000000:00000000 00:00000000 00000000  ${uid}        0 ${inode} 1 000000002d24821e 20 0 0 10 -1\n`;

describe.runIf(endianness() === 'LE')('peerEntriesOf', () => {
  it.each([
    {
      name: 'IPv4',
      from: '127.0.0.1',
      to: '127.0.0.1',
      expected: [
        { table: 'tcp', addresses: '0100007F:A410 0100007F:1435' },
        {
          table: 'tcp6',
          addresses: '0000000000000000FFFF00000100007F:A410 0000000000000000FFFF00000100007F:1435',
        },
      ],
    },
    {
      name: 'IPv6',
      from: '::1',
      to: '::1',
      expected: [
        {
          table: 'tcp6',
          addresses: '00000000000000000000000001000000:A410 00000000000000000000000001000000:1435',
        },
      ],
    },
    {
      name: 'IPv6 with a zone',
      from: '::1',
      to: 'fe80::12:3%lo',
      expected: [
        {
          table: 'tcp6',
          addresses: '00000000000000000000000001000000:A410 000080FE000000000000000003001200:1435',
        },
      ],
    },
  ])('writes $name as the kernel does', ({ from, to, expected }) => {
    const ends = { remoteAddress: from, remotePort: 0xa410, localAddress: to, localPort: 5173 };
    expect(peerEntriesOf(ends)).toEqual(expected);
  });

  it('writes IPv4 in IPv6 as IPv4', () => {
    const ends = { remotePort: 1, localPort: 2 };
    expect(
      peerEntriesOf({ ...ends, remoteAddress: '::ffff:127.0.0.1', localAddress: '::ffff:127.0.0.1' }),
    ).toEqual(peerEntriesOf({ ...ends, remoteAddress: '127.0.0.1', localAddress: '127.0.0.1' }));
  });
});

describe('ownerIn', () => {
  const ours = '0100007F:A410 0100007F:1435';
  const theirs = '0100007F:1435 0100007F:A410';

  it.each([
    {
      name: 'the owner of the peer, not of our end',
      text: line(theirs, '01', 0, 5) + line(ours, '01', 1000, 6),
      expected: 1000,
    },
    { name: 'nothing when it is not listed', text: line(theirs, '01', 0, 5), expected: null },
    {
      name: 'nothing for a socket that was closed, whose owner is not known',
      text: line(ours, '06', 0, 0),
      expected: null,
    },
    { name: 'nothing in an empty table', text: '', expected: null },
    { name: 'nothing in a line that breaks off', text: `   7: ${ours} 01 000`, expected: null },
  ])('finds $name', ({ text, expected }) => {
    expect(ownerIn(header + text, ours)).toBe(expected);
  });
});
