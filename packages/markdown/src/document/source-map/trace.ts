/** Rendered text, and for each of its UTF-16 units where in the source it comes from. */
export interface Trace {
  readonly text: string;
  /** Ascending; `ends[i] === starts[i]` where a unit has no source of its own. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

export interface TraceBuilder {
  /** Text that the source holds letter by letter from `start` on. */
  copy(text: string, start: number): void;
  /** Text that stands for all of `source[start, end)`, such as a character reference. */
  replace(text: string, start: number, end: number): void;
  readonly length: number;
  /** The last piece of text. */
  readonly last: string;
  done(): Trace;
}

export function createTrace(): TraceBuilder {
  const pieces: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  return {
    copy: (text, start) => {
      pieces.push(text);
      for (let at = 0; at < text.length; at += 1) {
        starts.push(start + at);
        ends.push(start + at + 1);
      }
    },
    replace: (text, start, end) => {
      pieces.push(text);
      for (let left = text.length; left > 0; left -= 1) {
        starts.push(start);
        ends.push(end);
      }
    },
    get length() {
      return starts.length;
    },
    get last() {
      return pieces.at(-1) ?? '';
    },
    done: () => ({ text: pieces.join(''), starts, ends }),
  };
}
