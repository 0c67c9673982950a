/** Masks secrets in the reply to a command. */
import type { BrowserReply } from '@annotate-mcp/browser-protocol';
import { commands, isCommandType } from '@annotate-mcp/browser-protocol/schema';
import { redactForms } from '@annotate-mcp/page-facts';

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
  // What keys look like is known without a field that has them.
  const redact = secrets?.areShown() === true || permissionFor(type) === 'secrets' ? unchanged : redactForms;
  // A password of one tab may be in the address or title of another, to which a form was sent.
  const maskPasswords = createPageMask(tabs.maskedPasswords);
  const maskPage = (text: string) => redact(maskPasswords(text));
  if (!reply.success) {
    const { code, message, hint } = reply.error;
    const masked = secrets?.maskText(message, mode) ?? message;
    return { ...reply, error: { code, message: maskPage(masked), hint } };
  }
  // A picture has no text but the address and the title of its page.
  const hasText = type !== 'screenshot' && type !== 'pdf';
  const result = hasText ? (secrets?.maskValue(reply.result, mode) ?? reply.result) : reply.result;
  const masks = { page: maskPage, text: hasText ? redact : unchanged };
  // Only texts are replaced by texts, so the result has its type still.
  return { ...reply, result: maskTexts('', result, masks) as typeof reply.result };
}

const unchanged = (text: string) => text;

function permissionFor(type: string) {
  return isCommandType(type) ? commands[type].needs : null;
}

/** What a script made is masked more strictly than what the page shows. */
function modeFor(type: string): MaskMode {
  const isMade = permissionFor(type) === 'script';
  return isMade || type === 'get_console' || type === 'get_network' || type === 'get_request'
    ? 'anywhere'
    : 'as-value';
}

interface Masks {
  /** For addresses and titles: those of the result itself, and of each tab or page that it lists. */
  readonly page: (text: string) => string;
  readonly text: (text: string) => string;
}

/** `name` is what the value is called in the object that has it. */
function maskTexts(name: string, value: unknown, masks: Masks): unknown {
  if (typeof value === 'string') return maskNamed(name, value, masks);
  if (Array.isArray(value)) return value.map((each) => maskTexts(name, each, masks));
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([member, each]) => [member, maskTexts(member, each, masks)]),
  );
}

function maskNamed(name: string, value: string, { page, text }: Masks): string {
  if (name === 'url') return page(hideUrlPasswords(value));
  return name === 'title' ? page(value) : text(value);
}
