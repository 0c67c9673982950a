/**
 * Cuts a text into paragraphs, list items, sentences and parts of long sentences. Where it is cut depends on the words
 * there only, and neither white space nor the line breaks inside a paragraph count: a rewrapped text has the same pieces.
 */
export interface Pieces {
  /** 32 bits for each piece. */
  readonly hashes: readonly number[];
  readonly starts: readonly number[];
  /** Without the white space that follows. */
  readonly ends: readonly number[];
}

export function piecesOf(text: string): Pieces {
  const hashes: number[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  const isComposed = text.normalize('NFC') === text;
  const add = (start: number, end: number) => {
    const piece = text.slice(start, end);
    hashes.push(hashOf(isComposed ? piece : piece.normalize('NFC')));
    starts.push(start);
    ends.push(end);
  };
  let start = -1;
  let seen: Seen = { end: 0, visible: 0, breaks: 0 };
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (isSpace(code)) {
      if (code === newline) seen.breaks++;
      continue;
    }
    if (start !== -1 && isBoundary(text, at, seen)) {
      add(start, seen.end);
      start = -1;
    }
    if (start === -1) {
      start = at;
      seen = { end: at, visible: 0, breaks: 0 };
    }
    seen.end = at + 1;
    seen.visible++;
    seen.breaks = 0;
  }
  if (start !== -1) add(start, seen.end);
  return { hashes, starts, ends };
}

/** The piece that is being read. */
interface Seen {
  /** After its last visible character. */
  end: number;
  /** How many visible characters it has. */
  visible: number;
  /** Line breaks since. */
  breaks: number;
}

// In visible characters. After fewer a full stop ends no sentence ("e.g.", "1."); a longer piece is cut at some words.
const shortestSentence = 16;
const longestPiece = 120;

/** Whether another piece begins with the visible character at `at`. */
function isBoundary(text: string, at: number, { end, visible, breaks }: Seen): boolean {
  if (breaks > 0 && (breaks > 1 || opensLine(text, at, end))) return true;
  if (visible < shortestSentence) return false;
  const last = text.charCodeAt(end - 1);
  if (at > end ? isSentenceEnd(last) : isWideSentenceEnd(last)) return true;
  // Scripts without spaces are cut between characters.
  if (visible < longestPiece || (at === end && last < firstWide)) return false;
  return ((last * 31 + text.charCodeAt(end - 2)) * 31 + text.charCodeAt(at)) % 4 === 0;
}

/** A list item, heading, quote, table row, fence, tag or indented line: it stays at the start of its line. */
function opensLine(text: string, at: number, end: number): boolean {
  const code = text.charCodeAt(at);
  if (code >= 0x30 && code <= 0x39) return /^\d{1,9}[.)]\s/.test(text.slice(at, at + 12));
  return '#>|*+-`~<'.includes(text.charAt(at)) || text.lastIndexOf('\n', at) < Math.max(end, at - 2);
}

const newline = 0x0a;
const firstWide = 0x2e80;

function isSpace(code: number): boolean {
  return code <= 0x20 || code === 0xa0 || (code >= 0x1680 && /\s/.test(String.fromCharCode(code)));
}

function isSentenceEnd(code: number): boolean {
  // . ! ? : ;
  return (
    code === 0x2e ||
    code === 0x21 ||
    code === 0x3f ||
    code === 0x3a ||
    code === 0x3b ||
    isWideSentenceEnd(code)
  );
}

function isWideSentenceEnd(code: number): boolean {
  return code === 0x3002 || code === 0xff01 || code === 0xff1f;
}

/** FNV-1a, then mixed so that each bit depends on all characters. Not of the white space. */
function hashOf(piece: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < piece.length; at++) {
    const code = piece.charCodeAt(at);
    if (!isSpace(code)) hash = Math.imul(hash ^ code, 0x01000193);
  }
  return mixed(hash);
}

export function mixed(hash: number): number {
  const once = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35);
  return (twice ^ (twice >>> 16)) >>> 0;
}
