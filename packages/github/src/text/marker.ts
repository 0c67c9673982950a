/**
 * The hidden line at the end of what this program posts. It says which annotation or reply the text is, so that running
 * the program again posts nothing twice, on any machine. Text of people cannot contain such a line: neutral-text.ts takes
 * apart every HTML comment in it.
 */
import { createHash } from 'node:crypto';

/** `said`: it is closed, and a reply says so, because the token may not resolve the thread. */
export type MarkedState = 'open' | 'closed' | 'said';

export type Marker = ThreadMarker | ReplyMarker;

/** `annotation`: a comment on a line. `entry`: a part of a list. */
export interface ThreadMarker {
  type: 'annotation' | 'entry';
  id: string;
  /** What the annotation was when both sides were last brought together. */
  state: MarkedState;
  /** `updatedAt` of the annotation at that time. An older copy of the annotation does not count as changed. */
  at: string;
  /** Hash of the text above the marker as it was posted. Another hash means that it was edited since. */
  text: string;
}

interface ReplyMarker {
  type: 'reply';
  id: string;
  text: string;
}

/** A text with its marker below. */
export interface MarkedText<M extends Marker = Marker> {
  text: string;
  marker: M;
}

export function formatMarker(marker: Marker): string {
  const { type, id, ...rest } = marker;
  const fields = Object.entries({ [type]: id, ...rest }).map(([name, value]) => `${name}=${encode(value)}`);
  return `<!-- annotate-mcp:1 ${fields.join(' ')} -->`;
}

export function withMarker({ text, marker }: MarkedText): string {
  return `${text.trim()}\n\n${formatMarker(marker)}`;
}

/** The texts with markers, in order, and what follows the last one. */
export function readMarkers(body: string): { marked: MarkedText[]; rest: string } {
  const marked: MarkedText[] = [];
  let lines: string[] = [];
  for (const line of body.split(/\r?\n/)) {
    const marker = parseMarker(line);
    if (marker === null) {
      lines.push(line);
      continue;
    }
    marked.push({ text: lines.join('\n').trim(), marker });
    lines = [];
  }
  return { marked, rest: lines.join('\n').trim() };
}

/** The one marker of a comment that is one annotation or one reply; it has to be the last line. */
export function readMarker(body: string): MarkedText | null {
  const { marked, rest } = readMarkers(body);
  const [only, ...more] = marked;
  return only === undefined || more.length > 0 || rest !== '' ? null : only;
}

export function hashText(text: string): string {
  const plain = text.replace(/\r\n/g, '\n').trim();
  return createHash('sha256').update(plain).digest('hex').slice(0, 16);
}

/** `encodeURIComponent` leaves no blank, `=` or `>`. */
function encode(value: string): string {
  return encodeURIComponent(value).replaceAll('%3A', ':');
}

function parseMarker(line: string): Marker | null {
  const [, list = ''] = /^<!-- annotate-mcp:1 ([^<>]+) -->\s*$/.exec(line) ?? [];
  if (list === '') return null;
  const fields = new Map(
    list.split(' ').map((field) => {
      const [name = '', value = ''] = field.split('=');
      return [name, decode(value)] as const;
    }),
  );
  return toMarker(fields);
}

function toMarker(fields: ReadonlyMap<string, string>): Marker | null {
  const text = fields.get('text') ?? '';
  const reply = fields.get('reply') ?? '';
  if (reply !== '') return { type: 'reply', id: reply, text };
  const type = fields.has('entry') ? 'entry' : 'annotation';
  const id = fields.get(type) ?? '';
  const state = states.find((known) => known === fields.get('state'));
  return id === '' || state === undefined ? null : { type, id, state, at: fields.get('at') ?? '', text };
}

const states = ['open', 'closed', 'said'] as const satisfies readonly MarkedState[];

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return ''; // a person has changed the marker by hand; without its id it is none
  }
}
