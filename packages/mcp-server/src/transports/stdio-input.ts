/** What stands between stdin and the SDK, which parses each line and handles all that have arrived at once. */
import { once } from 'node:events';
import { Transform, type TransformCallback, type Writable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';

import { flattenJson, isDeepJson, isRecord, mostJsonLevels } from '@annotate-mcp/core';

/** Begun together. Each answer that the client has not taken has listeners on stdout, and Node warns of more than ten. */
const linesPerTurn = 8;
/** In bytes. A longer line ends the connection, as it does without this stream. */
const longestLine = 10 * 1024 * 1024;

/**
 * Passes lines on as fast as the client takes the answers. Without it the SDK begins everything that was sent at once, which
 * took memory for thousands of calls, and a listener on stdout for each answer. A line that is nested too deep is answered
 * here.
 */
export class StdioInput extends Transform {
  readonly #output: Writable;
  #rest: Buffer[] = [];
  #restLength = 0;

  constructor(output: Writable) {
    super();
    this.#output = output;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#pass(chunk).then(() => done(), done);
  }

  override _flush(done: TransformCallback): void {
    // What has no end is not a message.
    this.#rest = [];
    done();
  }

  async #pass(chunk: Buffer): Promise<void> {
    const lines = this.#linesOf(chunk);
    for (let at = 0; at < lines.length && !this.destroyed; at += linesPerTurn) {
      const passed = lines.slice(at, at + linesPerTurn).filter((line) => this.#admits(line));
      this.push(Buffer.concat(passed));
      await turn();
      if (this.#output.writableNeedDrain) await once(this.#output, 'drain').catch(() => undefined);
    }
  }

  #admits(line: Buffer): boolean {
    const isDeep = isDeepJson(line.toString('latin1'));
    if (isDeep) this.#refuse(line);
    return !isDeep;
  }

  /** As for any request that is not valid; a notification and an answer get none. */
  #refuse(line: Buffer): void {
    const message = outlineOf(line.toString());
    const { id, method } = message;
    if (typeof method !== 'string' || (typeof id !== 'string' && !Number.isInteger(id))) return;
    const error = {
      code: invalidRequest,
      message: `The request is nested deeper than ${mostJsonLevels} levels. Nothing was changed. Send flatter arguments.`,
    };
    this.#output.write(`${JSON.stringify({ jsonrpc: '2.0', id, error })}\n`);
  }

  /** The lines that are complete with this chunk, each with its end. */
  #linesOf(chunk: Buffer): Buffer[] {
    const lines: Buffer[] = [];
    let start = 0;
    for (let end = chunk.indexOf(newLine); end !== -1; end = chunk.indexOf(newLine, start)) {
      lines.push(Buffer.concat([...this.#rest, chunk.subarray(start, end + 1)]));
      [this.#rest, this.#restLength, start] = [[], 0, end + 1];
    }
    this.#rest.push(chunk.subarray(start));
    this.#restLength += chunk.length - start;
    if (this.#restLength > longestLine) throw new RangeError(`A line is longer than ${longestLine} bytes.`);
    return lines;
  }
}

/** Of JSON-RPC. */
const invalidRequest = -32_600;
const newLine = 0x0a;

function outlineOf(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(flattenJson(text));
    return isRecord(value) ? value : {};
  } catch {
    // What is not JSON gets no answer from the SDK either.
    return {};
  }
}
