import { expect, it } from 'vitest';

import { holderInNetstat } from './port.ts';

// As a German Windows prints it.
const printed = `
Aktive Verbindungen

  Proto  Lokale Adresse         Remoteadresse          Status           PID
  TCP    0.0.0.0:135            0.0.0.0:0              ABHÖREN          1004
  TCP    127.0.0.1:5173         127.0.0.1:52100        HERGESTELLT      4711
  TCP    127.0.0.1:5173         0.0.0.0:0              ABHÖREN          4242
  TCP    [::1]:4200             [::]:0                 ABHÖREN          77
`.replaceAll('\n', '\r\n');

it.each([
  [5173, 4242],
  [4200, 77],
  [173, null],
])('finds who listens on port %i on Windows', (port, pid) => {
  expect(holderInNetstat(port, printed)).toBe(pid);
});
