/** The server's app-only tools, with who we are added to each call. */
import {
  type DocumentAction,
  type FileMeta,
  openTool,
  type ReviewMode,
  type ViewToolInput,
  type ViewToolName,
  type ViewToolResult,
} from '@annotate-mcp/markdown';

import { openedOf } from '../host/tool-answer.ts';
import { type OpenedView, Refused, type ViewHost } from '../host/view-host.ts';

import { fromBase64, toBase64 } from './base64.ts';

type Call<Name extends ViewToolName> = (input: ViewToolInput<Name>) => Promise<ViewToolResult<Name>>;

export interface Server {
  poll(
    input: ViewToolInput<'poll_md_commands'>,
    signal: AbortSignal,
  ): Promise<ViewToolResult<'poll_md_commands'>>;
  persist: Call<'persist_comment'>;
  submit: Call<'submit_batch'>;
  answerNow: Call<'answer_now'>;
  changeComment: Call<'change_comment'>;
  changeReview(change: DocumentAction): Promise<ViewToolResult<'change_review'>>;
  /** The whole text, markers left out; BOM and line ends as they are. */
  text(): Promise<{ text: string; fileMeta: FileMeta }>;
  save(text: string, expectedSha: string): Promise<ViewToolResult<'save_md'>>;
  /** After a restart the server does not know us: opens the file again and goes on as that view. */
  reopen(): Promise<void>;
}

/** Hosts pass results on as one message; a few of these are still bearable. */
const portion = 1_048_576;

/** `mode` is asked when the file is opened again: it may have changed since. */
export function createServer(
  host: ViewHost,
  view: OpenedView,
  mode: () => ReviewMode = () => view.opened.mode,
): Server {
  let { viewUUID } = view.opened;
  let { token } = view;
  // The protocol is ours on both sides and the server checks what it sends, so its answers are taken at their word.
  const call = async <Name extends ViewToolName>(
    name: Name,
    input: ViewToolInput<Name>,
    signal?: AbortSignal,
  ): Promise<ViewToolResult<Name>> =>
    (await host.call(name, { ...input, viewUUID, token }, signal)).data as ViewToolResult<Name>;
  return {
    poll: (input, signal) => call('poll_md_commands', input, signal),
    persist: (input) => call('persist_comment', input),
    submit: (input) => call('submit_batch', input),
    answerNow: (input) => call('answer_now', input),
    changeComment: (input) => call('change_comment', input),
    changeReview: (change) => call('change_review', { change }),
    text: () => wholeText((input) => call('read_md_bytes', input)),
    save: (text, expectedSha) =>
      call('save_md', { bytes: toBase64(new TextEncoder().encode(text)), expectedSha }),
    async reopen() {
      const answer = await host.call(openTool, { path: view.path, mode: mode() });
      const again = openedOf(answer, view.path);
      if (again === null)
        throw new Refused('The server opened the file and did not say as which view.', null);
      ({ viewUUID } = again.opened);
      ({ token } = again);
    },
  };
}

async function wholeText(
  read: Call<'read_md_bytes'>,
): Promise<{ text: string; fileMeta: FileMeta }> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { bytes, total, fileMeta } = await read({ range: { start: length, end: length + portion } });
    const part = fromBase64(bytes);
    parts.push(part);
    length += part.length;
    // Anchors count a BOM, so it has to stay.
    if (length >= total || part.length === 0)
      return { text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(joined(parts, length)), fileMeta };
  }
}

function joined(parts: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
