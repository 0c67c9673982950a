/** What a running server prints. The connection string is printed to a terminal only, because logs are kept. */
import { networkInterfaces } from 'node:os';

import { encodeConnection } from '@annotate-mcp/browser-protocol';
import type { ConnectedExtension } from '@annotate-mcp/mcp-server/browser';

import { howToReach } from '../how-to-reach.ts';
import { printable, type Terminal } from '../terminal.ts';

export interface ServerSummary {
  readonly url: string;
  readonly port: number;
  readonly keyFile: string | null;
  readonly root: string;
  readonly network: boolean;
  /** Default: that of this process. */
  readonly platform?: NodeJS.Platform;
  /** Agents over stdio use this server; otherwise they use another one that this user started. */
  readonly isBridge: boolean;
}

export function printServer(server: ServerSummary, terminal: Terminal): void {
  const { print, colors } = terminal;
  const { url, root, network, isBridge } = server;
  print(`${colors.bold('annotate-mcp')} serves ${printable(root)}`);
  print('');
  print(row('Agents', `${url}/mcp  ${colors.dim(`(older clients: ${url}/sse)`)}`));
  if (!isBridge) print(row('', 'agents over stdio use another server of yours, which was started before'));
  if (network) for (const line of networkLines(server)) print(line);
  for (const line of howToReach(url)?.split('\n') ?? []) print(row('', line));
  // Only Linux says whose program is at the other end of a connection.
  if ((server.platform ?? process.platform) !== 'linux')
    print(row('Users', 'programs of other users of this machine are let in too: this system names no owner'));
  print('');
  print(colors.dim('Waiting for the browser. Press Ctrl+C to stop the server.'));
}

/** Printed when no browser has connected by itself. The connection string contains the key. */
export function printHowToConnect(
  { url, key, code }: { url: string; key: string; code: string },
  { print, isScreen }: Terminal,
): void {
  print('');
  print(
    row('Browser', 'none has connected. Click the button of the extension in Chrome and choose "Connect".'),
  );
  print(row('', 'No extension yet? Run: npx annotate-mcp extension'));
  if (!isScreen) {
    print(row('', 'For another machine: "annotate-mcp serve --connection" in a terminal prints a string.'));
    return;
  }
  print(row('', `If it does not find this server: type the code ${code} there, or paste:`));
  print('');
  print(encodeConnection({ url, key }));
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
