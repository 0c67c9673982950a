import { RefusedError } from '../host/view-host.ts';

import type { CommandDeps } from './command-deps.ts';

/** Opens a document beside this one in the same place, and any other address by the host. */
export async function openLink(deps: CommandDeps, address: string): Promise<void> {
  const { host, notifier } = deps;
  if (address.startsWith('#')) notifier.info(`This document has no part ${fragmentWords(address)}.`);
  else if (address.startsWith('//')) host.openLink(`https:${address}`);
  else if (/^[a-z][a-z\d+.-]*:/i.test(address)) host.openLink(address);
  else await follow(deps, address);
}

export async function goBack({ drafts, trail }: CommandDeps): Promise<void> {
  // What cannot be sent now has a copy, and is sent when the document is opened again.
  await drafts.flush().catch(() => undefined);
  trail.goBack();
}

async function follow({ server, drafts, trail, notifier }: CommandDeps, address: string): Promise<void> {
  try {
    const { opened, token, fragment } = await server.followLink({ address });
    await drafts.flush();
    trail.follow({ opened, token, path: opened.fileMeta.path }, fragment);
  } catch (error) {
    if (error instanceof RefusedError) notifier.info(reasonOf(address, error));
    else notifier.problem(`${address} was not opened.`, error);
  }
}

function reasonOf(address: string, { code, message }: RefusedError): string {
  const reasons: Readonly<Record<string, string>> = {
    'markdown/not-found': 'is not there',
    'markdown/outside-roots': 'is outside of the folders that may be read',
    'markdown/not-markdown': 'is no Markdown file, and only those open in a review',
    'markdown/too-large': 'is too large to be shown',
    'markdown/denied': 'may not be read',
  };
  const reason = reasons[code ?? ''];
  return reason === undefined ? message : `${address.replace(/#.*$/, '')} ${reason}.`;
}

function fragmentWords(address: string): string {
  try {
    return `“${decodeURIComponent(address.slice(1))}”`;
  } catch {
    // A percent sign that encodes nothing.
    return `“${address.slice(1)}”`;
  }
}
