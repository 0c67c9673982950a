/** The server's app-only tools, with who we are added to each call. */
import {
  type AnswerNowInput,
  type ChangeInput,
  type CommentResult,
  type FileMeta,
  type PersistInput,
  type PollInput,
  type PollResult,
  type ReadInput,
  type ReadResult,
  type ReviewChangeInput,
  type ReviewChangeResult,
  type ReviewMode,
  type SaveInput,
  type SaveResult,
  type SubmitInput,
  type SubmitResult,
  type ViewCredentials,
  viewTools,
} from '@annotate-mcp/markdown';

import { openedOf } from '../host/tool-answer.ts';
import { type OpenedView, Refused, type ViewHost } from '../host/view-host.ts';

import { fromBase64, toBase64 } from './base64.ts';

type Own<T extends ViewCredentials> = Omit<T, keyof ViewCredentials>;

export interface Server {
  poll(input: Own<PollInput>, signal: AbortSignal): Promise<PollResult>;
  persist(input: Own<PersistInput>): Promise<CommentResult>;
  submit(input: Own<SubmitInput>): Promise<SubmitResult>;
  answerNow(input: Own<AnswerNowInput>): Promise<CommentResult>;
  changeComment(input: Own<ChangeInput>): Promise<CommentResult>;
  changeReview(change: ReviewChangeInput['change']): Promise<ReviewChangeResult>;
  /** The whole text, markers left out; BOM and line ends as they are. */
  text(): Promise<{ text: string; fileMeta: FileMeta }>;
  save(text: string, expectedSha: string): Promise<SaveResult>;
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
  const call = async <T>(name: string, input: object, signal?: AbortSignal): Promise<T> =>
    (await host.call(name, { ...input, viewUUID, token }, signal)).data as T;
  const read = (input: Own<ReadInput>) => call<ReadResult>(viewTools.read, input);
  return {
    poll: (input, signal) => call(viewTools.poll, input, signal),
    persist: (input) => call(viewTools.persist, input),
    submit: (input) => call(viewTools.submit, input),
    answerNow: (input) => call(viewTools.answerNow, input),
    changeComment: (input) => call(viewTools.changeComment, input),
    changeReview: (change) => call(viewTools.changeReview, { change }),
    text: () => wholeText(read),
    save: (text, expectedSha) => {
      const input: Own<SaveInput> = { bytes: toBase64(new TextEncoder().encode(text)), expectedSha };
      return call(viewTools.save, input);
    },
    async reopen() {
      const answer = await host.call('open_markdown', { path: view.path, mode: mode() });
      const again = openedOf(answer, view.path);
      if (again === null)
        throw new Refused('The server opened the file and did not say as which view.', null);
      ({ viewUUID } = again.opened);
      ({ token } = again);
    },
  };
}

async function wholeText(
  read: (input: Own<ReadInput>) => Promise<ReadResult>,
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
