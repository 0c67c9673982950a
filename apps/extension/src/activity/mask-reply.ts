/** Masks passwords in the reply to a command. */
import type { BrowserReply } from '@annotate-mcp/browser-protocol';
import { commands, isCommandType } from '@annotate-mcp/browser-protocol/schema';

import type { Tabs } from '../driver/tabs.ts';
import { hideUrlPasswords } from '../secrets/hide-secrets.ts';
import { createPageMask, type MaskMode } from '../secrets/password-values.ts';

export type TabsWithPasswords = Pick<Tabs, 'known' | 'maskedPasswords'>;

/** `tabId` is that of the tab which the command was about. */
export function maskReply(
  { type, tabId }: { type: string; tabId: number | null },
  reply: BrowserReply,
  tabs: TabsWithPasswords,
): BrowserReply {
  const secrets = tabs.known(tabId ?? -1)?.secrets;
  const mode = modeFor(type);
  // A password of one tab may be in the address or title of another, to which a form was sent.
  const maskPage = createPageMask(tabs.maskedPasswords);
  if (!reply.success) {
    const { code, message, hint } = reply.error;
    const masked = secrets?.maskText(message, mode) ?? message;
    return { ...reply, error: { code, message: maskPage(masked), hint } };
  }
  // A picture has no text but the address and the title of its page.
  const result =
    type === 'screenshot' ? reply.result : (secrets?.maskValue(reply.result, mode) ?? reply.result);
  // Only texts are replaced by texts, so the result has its type still.
  return { ...reply, result: maskPages(result, maskPage) as typeof reply.result };
}

/** What a script made is masked more strictly than what the page shows. */
function modeFor(type: string): MaskMode {
  const isMade = isCommandType(type) && commands[type].needs === 'script';
  return isMade || type === 'get_console' || type === 'get_network' || type === 'get_request'
    ? 'anywhere'
    : 'as-value';
}

/** Masks the addresses and titles in a result: its own, and those of each tab or page that it lists. */
function maskPages(value: unknown, mask: (text: string) => string): unknown {
  if (Array.isArray(value)) return value.map((each) => maskPages(each, mask));
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, maskField(name, each, mask)]));
}

function maskField(name: string, value: unknown, mask: (text: string) => string): unknown {
  if (typeof value !== 'string') return maskPages(value, mask);
  if (name === 'url') return mask(hideUrlPasswords(value));
  return name === 'title' ? mask(value) : value;
}
