/** Calls the server's tools for views, with the credentials of this view. */
import { fromBase64, toBase64 } from '@annotate-mcp/core';
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
  /** Resolves to the name under which the picture is stored. */
  addPicture(picture: Blob): Promise<string>;
  /** A picture of a comment. */
  commentPicture(name: string): Promise<Blob>;
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

/** A text or a picture that changes during each reading is taken as it is, or given up. */
const mostReadings = 3;

/** Bytes per call. Hosts pass a result on as one message, so it must not be large. */
const textPartSize = 1_048_576;

/** `mode` is called when the file is opened again, because the mode may have changed. */
export function createServer(
  host: ViewHost,
  view: OpenedView,
  mode: () => ReviewMode = () => view.opened.mode,
): Server {
  let { viewUUID } = view.opened;
  let { token } = view;
  /** What the view was given last: after an edit only what is different is read. */
  let last: ReadText | null = null;
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
    async addPicture(picture) {
      const bytes = toBase64(new Uint8Array(await picture.arrayBuffer()));
      return (await call('add_picture', { bytes })).name;
    },
    async commentPicture(name) {
      const { type, bytes } = await call('read_comment_picture', { name });
      return new Blob([fromBase64(bytes)], { type });
    },
    picture: (address) => readPicture((input) => call('read_md_picture', input), address),
    text: async () => (last = await readWholeText((input) => call('read_md_bytes', input), last)),
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

interface ReadText {
  readonly text: string;
  readonly fileMeta: FileMeta;
}

async function readWholeText(
  read: Call<'read_md_bytes'>,
  before: ReadText | null = null,
  readings = 1,
): Promise<ReadText> {
  const since = before === null ? {} : { since: before.fileMeta.sha };
  const parts: Uint8Array[] = [];
  let length = 0;
  let sha: string | null = null;
  for (;;) {
    const range = { start: length, end: length + textPartSize };
    const { bytes, total, fileMeta, kept } = await read({ ...since, range });
    // The file was written in between, and the parts are of two texts.
    if (sha !== null && sha !== fileMeta.sha && readings < mostReadings)
      return readWholeText(read, before, readings + 1);
    ({ sha } = fileMeta);
    const part = fromBase64(bytes);
    parts.push(part);
    length += part.length;
    if (length < total && part.length > 0) continue;
    // A BOM counts in the offsets of anchors, so it is not removed.
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(joined(parts, length));
    if (kept === undefined || before === null) return { text, fileMeta };
    const [start, end] = [before.text.slice(0, kept.start), before.text.slice(before.text.length - kept.end)];
    return { text: start + text + end, fileMeta };
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

/** Bytes per call. A multiple of three, so that the parts in base64 can be joined. */
const picturePartSize = 1_048_575;
/** As a `data:` address. Rejects with the reason that the reader sees. */
async function readPicture(
  read: Call<'read_md_picture'>,
  address: string,
  readings = 1,
): Promise<LoadedPicture> {
  let url = '';
  let stampBefore: string | null = null;
  for (let start = 0; ; start += picturePartSize) {
    const { type, bytes, total, stamp } = await read({
      address,
      range: { start, end: start + picturePartSize },
    }).catch(rejectPicture);
    if (stampBefore !== null && stamp !== stampBefore) {
      if (readings >= mostReadings) throw new Error('it is being written');
      return readPicture(read, address, readings + 1);
    }
    stampBefore = stamp;
    url += start === 0 ? `data:${type};base64,${bytes}` : bytes;
    if (start + picturePartSize >= total) return { url, bytes: total };
  }
}

const pictureProblems: Readonly<Record<string, string>> = {
  'markdown/not-found': 'not found',
  'markdown/outside-roots': 'outside of the folders that may be read',
  'markdown/not-a-picture': 'not a picture that can be shown',
  'markdown/not-a-file': 'not a file',
  'markdown/too-large': 'larger than 10 MB',
  'markdown/denied': 'may not be read',
};

function rejectPicture(error: unknown): never {
  const reason = error instanceof RefusedError ? pictureProblems[error.code ?? ''] : undefined;
  throw new Error(reason ?? 'could not be read', { cause: error });
}
