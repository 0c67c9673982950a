import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Subject } from './subject.ts';
import type { TestBed } from './test-bed.ts';
import type { Order, Report } from './worker.ts';

// `.ts` in this repository, `.js` as published.
const program = new URL(`./worker${extname(import.meta.url)}`, import.meta.url);

/** Another process on the same store. Ended after the test if it still runs. */
export class Worker {
  readonly added: number[] = [];
  readonly events: Extract<Report, { type: 'event' }>['event'][] = [];
  readonly #process: ChildProcess;
  #waiting: (() => void)[] = [];
  #answers: Report[] = [];

  constructor() {
    this.#process = fork(fileURLToPath(program), {
      // Sources import each other's sources; what is published has none.
      execArgv: extname(import.meta.url) === '.ts' ? ['--conditions=@annotate-mcp/source'] : [],
      // Reports may be many and large; the default serialization is JSON, which is what stores hold anyway.
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    this.#process.on('message', (report: Report) => this.#hear(report));
    this.#process.on('exit', () => this.#ring());
  }

  static async on(
    subject: Subject,
    folder: string,
    testBed: TestBed,
    safetyCheckMs: number | null = 2_000,
  ): Promise<Worker> {
    const worker = new Worker();
    testBed.onEnd(() => worker.kill());
    await worker.do({
      type: 'open',
      module: subject.module,
      url: subject.url(folder),
      root: folder,
      safetyCheckMs,
    });
    return worker;
  }

  /** Resolves when the order is carried out; rejects with what it failed with. */
  async do(order: Order): Promise<void> {
    this.order(order);
    await this.until(() => this.#answers.length > 0);
    const answer = this.#answers.shift();
    if (answer?.type === 'failed') throw Object.assign(new Error(answer.message), { code: answer.code });
  }

  order(order: Order): void {
    this.#process.send(order);
  }

  async until(condition: () => boolean): Promise<void> {
    while (!condition()) {
      if (this.#process.exitCode !== null) throw new Error(`worker ended with ${this.#process.exitCode}`);
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  async kill(): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    const gone = once(this.#process, 'exit');
    this.#process.kill('SIGKILL');
    await gone;
  }

  #hear(report: Report): void {
    if (report.type === 'added') this.added.push(report.n);
    else if (report.type === 'event') this.events.push(report.event);
    else this.#answers.push(report);
    this.#ring();
  }

  #ring(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
