/** The page of a review as its view uses it: the address from the terminal, and calls with the token that it opens. */
import type { ChildProcessWithoutNullStreams } from 'node:child_process';

import { anchorAt, blocksOf, type CommentInput, type Opened, type Verdict } from '@annotate-mcp/markdown';

export interface Page {
  opened: Opened;
  /** Rejects unless the tool did what it was asked. */
  call: (tool: string, args?: object) => Promise<unknown>;
  /** Saves a draft and does not send it. */
  persist: (comment: CommentInput) => Promise<unknown>;
  submit: (...comments: CommentInput[]) => Promise<unknown>;
  giveVerdict: (verdict: Verdict, text?: string, ...comments: CommentInput[]) => Promise<unknown>;
}

interface Answer {
  isError?: boolean;
  structuredContent?: unknown;
}

/** As the person reads it. */
export async function addressOf({ stderr }: ChildProcessWithoutNullStreams): Promise<string> {
  let heard = '';
  for await (const chunk of stderr.iterator({ destroyOnReturn: false })) {
    heard += String(chunk);
    const [address] = /http:\/\/\S+(?=\n)/.exec(heard) ?? [];
    if (address !== undefined) return address;
  }
  throw new Error(`No address: ${heard}`);
}

export async function openPage(address: string): Promise<Page> {
  const url = new URL(address);
  const entry = await fetch(new URL('./enter', url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code: url.hash.slice(1) }),
  });
  const { token } = (await entry.json()) as { token: string };
  url.hash = '';
  const ask = async (name: string, args: object): Promise<Answer> => {
    const response = await fetch(new URL('./call', url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ name, arguments: args }),
    });
    const answer = (await response.json()) as Answer;
    if (!response.ok || answer.isError === true) throw new Error(JSON.stringify(answer));
    return answer;
  };
  const { structuredContent } = await ask('open_markdown', {});
  const opened = structuredContent as Opened;
  const credentials = { viewUUID: opened.viewUUID, token };
  const call: Page['call'] = async (tool, args = {}) =>
    (await ask(tool, { ...credentials, ...args })).structuredContent;
  return {
    opened,
    call,
    persist: (comment) => call('persist_comment', { comment }),
    submit: (...comments) => call('submit_batch', { comments, mode: opened.mode }),
    giveVerdict: (verdict, text, ...comments) =>
      call('submit_batch', {
        comments,
        mode: opened.mode,
        verdict: { id: crypto.randomUUID(), verdict, ...(text !== undefined && { text }) },
      }),
  };
}

/** As the view makes it of selected text. */
export function commentOn(text: string, quote: string, says: string): CommentInput {
  const start = text.indexOf(quote);
  const anchor = anchorAt(text, blocksOf(text), start, start + quote.length);
  return { id: crypto.randomUUID(), text: says, anchor };
}
