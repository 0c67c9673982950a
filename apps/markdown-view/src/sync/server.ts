/** Calls the server's tools for views, with the credentials of this view. */
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
import { type OpenedView, RefusedError, type ViewHost } from '../host/view-host.ts';
import type { LoadedPicture } from '../render/pictures.ts';

import { fromBase64, toBase64 } from './base64.ts';
import { readPicture } from './read-picture.ts';

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
  leave(input: ViewToolInput<'leave_view'>): Promise<void>;
  changeReview(change: DocumentAction): Promise<ViewToolResult<'change_review'>>;
  followLink: Call<'follow_link'>;
  /** Rejects with the reason that the reader sees. */
  picture(address: string): Promise<LoadedPicture>;
  /** The whole text without markers; BOM and line ends are unchanged. */
  text(): Promise<{ text: string; fileMeta: FileMeta }>;
  /** The text that the person reviewed last. */
  reviewedText(): Promise<string>;
  save(text: string, expectedSha: string): Promise<ViewToolResult<'save_md'>>;
  /** Opens the file again as a new view, because a restarted server does not know the old one. */
  reopen(): Promise<void>;
}

/** Bytes per call. Hosts pass a result on as one message, so it must not be large. */
const chunkSize = 1_048_576;

/** `mode` is called when the file is opened again, because the mode may have changed. */
export function createServer(
  host: ViewHost,
  view: OpenedView,
  mode: () => ReviewMode = () => view.opened.mode,
): Server {
  let { viewUUID } = view.opened;
  let { token } = view;
  // The types of the results are inferred from the server's own tools, so they are not checked again here.
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
    leave: async (input) => void (await call('leave_view', input)),
    changeReview: (change) => call('change_review', { change }),
    followLink: (input) => call('follow_link', input),
    picture: (address) => readPicture((input) => call('read_md_picture', input), address),
    text: () => readWholeText((input) => call('read_md_bytes', input)),
    reviewedText: async () => {
      const { text } = await readWholeText((input) =>
        call('read_md_bytes', { ...input, version: 'reviewed' }),
      );
      return text;
    },
    save: (text, expectedSha) =>
      call('save_md', { bytes: toBase64(new TextEncoder().encode(text)), expectedSha }),
    async reopen() {
      const answer = await host.call(openTool, { path: view.path, mode: mode() });
      const reopened = openedOf(answer, view.path);
      if (reopened === null)
        throw new RefusedError('The server opened the file but did not return a view.', null);
      ({ viewUUID } = reopened.opened);
      ({ token } = reopened);
    },
  };
}

async function readWholeText(read: Call<'read_md_bytes'>): Promise<{ text: string; fileMeta: FileMeta }> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { bytes, total, fileMeta } = await read({ range: { start: length, end: length + chunkSize } });
    const part = fromBase64(bytes);
    parts.push(part);
    length += part.length;
    // A BOM counts in the offsets of anchors, so it is not removed.
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
