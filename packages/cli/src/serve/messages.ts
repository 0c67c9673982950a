/** What a running server prints. The connection string is printed to a terminal only, because logs are kept. */
import { networkInterfaces } from 'node:os';

import { encodeConnection } from '@annotate-mcp/browser-protocol';
import type { ConnectedExtension } from '@annotate-mcp/mcp-server/browser';

import { printable, type Terminal } from '../terminal.ts';

export interface ServerSummary {
  readonly url: string;
  readonly port: number;
  readonly code: string;
  readonly key: string;
  readonly keyFile: string | null;
  readonly root: string;
  readonly network: boolean;
}

export function printServer(server: ServerSummary, terminal: Terminal): void {
  const { print, colors, isScreen } = terminal;
  const { url, root, network } = server;
  print(`${colors.bold('annotate-mcp')} serves ${printable(root)}`);
  print('');
  print(row('Agents', `${url}/mcp  ${colors.dim(`(older clients: ${url}/sse)`)}`));
  if (network) for (const line of networkLines(server)) print(line);
  if (isScreen) for (const line of browserLines(server)) print(line);
  else print(row('Browser', 'run "annotate-mcp serve --connection" in a terminal for the connection string'));
  print('');
  print(colors.dim('Waiting for a browser. Press Ctrl+C to stop the server.'));
}

export function printConnected(connected: ConnectedExtension | null, { print, colors }: Terminal): void {
  if (connected === null) {
    print(colors.dim('The browser has disconnected; it reconnects by itself.'));
    return;
  }
  const { browser, extensionVersion } = connected;
  print(`${colors.green('Connected')} ${printable(browser)}, extension ${printable(extensionVersion)}`);
}

/** Each code works once; a new one is printed after it was used. */
export function printCode(code: string, { print, isScreen }: Terminal): void {
  if (isScreen) print(row('Code', `${code}  for the next browser`));
}

export function printKeyReplaced({ print }: Terminal): void {
  print('The key was replaced: connect the browser again with "annotate-mcp serve --connection".');
}

function browserLines({ url, key, code }: ServerSummary): string[] {
  return [
    row('Browser', `type the code ${code} into the extension, or paste:`),
    '',
    encodeConnection({ url, key }),
  ];
}

function networkLines({ port, keyFile }: ServerSummary): string[] {
  const where = keyFile === null ? 'API_KEY' : printable(keyFile);
  return [
    ...lanAddresses().map((address) => row('Network', `http://${address}:${port}/mcp`)),
    row('', `with "Authorization: Bearer <key>", from this machine too; the key is in ${where}`),
    row('', 'for a browser on another machine: annotate-mcp serve --network --connection'),
  ];
}

/** The addresses at which other machines reach this one. */
export function lanAddresses(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, family }) => !internal && family === 'IPv4')
    .map(({ address }) => address);
}

function row(name: string, text: string): string {
  return `  ${name.padEnd(8)} ${text}`;
}
