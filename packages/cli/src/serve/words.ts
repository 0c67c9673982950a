/** What the terminal of a running server says. The connection string is shown to a screen only: logs are kept. */
import { networkInterfaces } from 'node:os';

import { encodeConnection } from '@annotate-mcp/browser-protocol';
import type { ConnectedExtension } from '@annotate-mcp/mcp-server/browser';

import { printable, type Terminal } from '../terminal.ts';

export interface Announced {
  readonly url: string;
  readonly port: number;
  readonly code: string;
  readonly key: string;
  readonly keyFile: string | null;
  readonly root: string;
  readonly network: boolean;
}

export function announce(server: Announced, terminal: Terminal): void {
  const { print, colors, isScreen } = terminal;
  const { url, root, network } = server;
  print(`${colors.bold('annotate-mcp')} serves ${printable(root)}`);
  print('');
  print(row('Agents', `${url}/mcp  ${colors.dim(`(older clients: ${url}/sse)`)}`));
  if (network) for (const line of networkLines(server)) print(line);
  if (isScreen) for (const line of browserLines(server)) print(line);
  else
    print(row('Browser', '"annotate-mcp serve --connection" in a terminal prints what the extension needs'));
  print('');
  print(colors.dim('Waiting for a browser. Ctrl+C ends the server.'));
}

export function sayConnected(connected: ConnectedExtension | null, { print, colors }: Terminal): void {
  if (connected === null) {
    print(colors.dim('The browser is gone; it comes back by itself.'));
    return;
  }
  const { browser, extensionVersion } = connected;
  print(`${colors.green('Connected')} ${printable(browser)}, extension ${printable(extensionVersion)}`);
}

/** Also after one was used: each works once. */
export function sayCode(code: string, { print, isScreen }: Terminal): void {
  if (isScreen) print(row('Code', `${code}  for the next browser`));
}

export function sayKeyReplaced({ print }: Terminal): void {
  print('The key was replaced: connect the browser again with "annotate-mcp serve --connection".');
}

function browserLines({ url, key, code }: Announced): string[] {
  return [
    row('Browser', `type the code ${code} into the extension, or paste:`),
    '',
    encodeConnection({ url, key }),
  ];
}

function networkLines({ port, keyFile }: Announced): string[] {
  const where = keyFile === null ? 'API_KEY' : printable(keyFile);
  return [
    ...lanAddresses().map((address) => row('Network', `http://${address}:${port}/mcp`)),
    row('', `with "Authorization: Bearer <key>", from this machine too; the key is in ${where}`),
    row('', 'for a browser over there: annotate-mcp serve --network --connection'),
  ];
}

/** As other machines reach this one. */
export function lanAddresses(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, family }) => !internal && family === 'IPv4')
    .map(({ address }) => address);
}

function row(name: string, text: string): string {
  return `  ${name.padEnd(8)} ${text}`;
}
