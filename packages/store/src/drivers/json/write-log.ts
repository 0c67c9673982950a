/**
 * The latest changes of a JSON store, in `.annotate/`. While many changes come at once, each is a line that is appended
 * here, and the file, which is written whole, follows a moment later. Every process reads both.
 */
import { appendFileSync, closeSync, openSync, readSync, rmSync, statSync, truncateSync } from 'node:fs';

import { hasErrorCode } from '../../files/error-code.ts';

/** A change, or the stamp of the file in which all changes before are stored. */
export type LogItem = { type: 'change'; line: string } | { type: 'base'; stamp: string };

export interface LogPosition {
  /** Tells one log from the next; `''` when there is none. */
  identity: string;
  size: number;
}

export const noLog: LogPosition = { identity: '', size: 0 };

const basePrefix = 'base ';

export class WriteLog {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  /** How far it has been written. */
  position(): LogPosition {
    const stats = statSync(this.#file, { bigint: true, throwIfNoEntry: false });
    if (stats === undefined) return noLog;
    return { identity: `${stats.ino}:${stats.birthtimeNs}`, size: Number(stats.size) };
  }

  /** When it was last written, by the clock of the disk, and how large it is. */
  age(): { sinceWriteMs: number; size: number } {
    const stats = statSync(this.#file, { throwIfNoEntry: false });
    if (stats === undefined) return { sinceWriteMs: Infinity, size: 0 };
    return { sinceWriteMs: Math.abs(Date.now() - stats.mtimeMs), size: stats.size };
  }

  /**
   * What comes after `from`, and where to read on. A line that a killed process has not finished is left out: its
   * write was never confirmed.
   */
  readFrom(from: LogPosition): { items: LogItem[]; position: LogPosition } {
    const { identity, size } = this.position();
    const start = from.identity === identity ? from.size : 0;
    const bytes = size > start ? this.#read(start, size - start) : Buffer.alloc(0);
    const end = bytes.lastIndexOf('\n') + 1;
    const lines = bytes.subarray(0, end).toString().split('\n');
    const items = lines.filter((line) => line !== '').map(toItem);
    return { items, position: { identity, size: start + end } };
  }

  /** To be called with the lock held, as `remove`. */
  append(items: readonly LogItem[]): void {
    // A newline first, in case that a killed process left half a line.
    const text = items.map((item) => `\n${item.type === 'base' ? basePrefix + item.stamp : item.line}\n`);
    const from = this.position();
    try {
      appendFileSync(this.#file, text.join(''), { mode: 0o600 });
    } catch (error) {
      this.#cutUnfinishedLine(from);
      throw error;
    }
  }

  remove(): void {
    rmSync(this.#file, { force: true });
  }

  /**
   * A disk that is full takes a part of the text. If all of a line but its end was written, the next line that is
   * appended would complete it, and a change that was refused would be there. Whole lines stay: readers may have them.
   */
  #cutUnfinishedLine(from: LogPosition): void {
    const { identity, size } = this.position();
    if (identity === '') return;
    const start = from.identity === identity ? from.size : 0;
    truncateSync(this.#file, start + this.#read(start, size - start).lastIndexOf('\n') + 1);
  }

  #read(start: number, length: number): Buffer {
    const bytes = Buffer.alloc(length);
    try {
      const descriptor = openSync(this.#file, 'r');
      try {
        return bytes.subarray(0, readSync(descriptor, bytes, 0, length, start));
      } finally {
        closeSync(descriptor);
      }
    } catch (error) {
      // Another process has removed it, after all of it was in the file.
      if (hasErrorCode(error, 'ENOENT')) return Buffer.alloc(0);
      throw error;
    }
  }
}

function toItem(line: string): LogItem {
  return line.startsWith(basePrefix)
    ? { type: 'base', stamp: line.slice(basePrefix.length) }
    : { type: 'change', line };
}
