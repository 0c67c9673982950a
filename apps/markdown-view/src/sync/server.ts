/** Calls the server's tools for views, with the credentials of this view. */
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
import { type OpenedView, RefusedError, type ViewHost } from '../host/view-host.ts';

import { fromBase64, toBase64 } from './base64.ts';

type Own<T extends ViewCredentials> = Omit<T, keyof ViewCredentials>;

export interface Server {
  poll(input: Own<PollInput>, signal: AbortSignal): Promise<PollResult>;
  persist(input: Own<PersistInput>): Promise<CommentResult>;
  submit(input: Own<SubmitInput>): Promise<SubmitResult>;
  answerNow(input: Own<AnswerNowInput>): Promise<CommentResult>;
  changeComment(input: Own<ChangeInput>): Promise<CommentResult>;
  changeReview(change: ReviewChangeInput['change']): Promise<ReviewChangeResult>;
  /** The whole text without markers; BOM and line ends are unchanged. */
  text(): Promise<{ text: string; fileMeta: FileMeta }>;
  save(text: string, expectedSha: string): Promise<SaveResult>;
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
  // The server checks its answers against the schemas of the protocol, so they are not checked again here.
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
    text: () => readWholeText(read),
    save: (text, expectedSha) => {
      const input: Own<SaveInput> = { bytes: toBase64(new TextEncoder().encode(text)), expectedSha };
      return call(viewTools.save, input);
    },
    async reopen() {
      const answer = await host.call('open_markdown', { path: view.path, mode: mode() });
      const reopened = openedOf(answer, view.path);
      if (reopened === null)
        throw new RefusedError('The server opened the file but did not return a view.', null);
      ({ viewUUID } = reopened.opened);
      ({ token } = reopened);
    },
  };
}

async function readWholeText(
  read: (input: Own<ReadInput>) => Promise<ReadResult>,
): Promise<{ text: string; fileMeta: FileMeta }> {
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
