import { execFileSync } from 'node:child_process';

/** A key and a certificate for localhost, made on the spot. */
export function selfSigned(): { key: string; cert: string } {
  const made = execFileSync('openssl', command, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  const [key, cert] = made.split(/(?=-----BEGIN CERTIFICATE-----)/);
  if (key === undefined || cert === undefined) throw new Error('openssl made no certificate.');
  return { key, cert };
}

const command = [
  ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'],
  ...['-subj', '/CN=localhost', '-days', '2', '-keyout', '-', '-out', '-'],
];
