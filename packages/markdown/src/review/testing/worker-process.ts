import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import type { DocumentEvent } from '../markdown-document.ts';

import { onEnd } from './bench.ts';
import type { Now, Order, Report } from './worker.ts';

const program = fileURLToPath(new URL('./worker.ts', import.meta.url));

/** Another process with the same file open. Ended after the test if it still runs. */
export class Worker {
  readonly events: DocumentEvent[] = [];
  now: Now = { text: '', comments: [] };
  readonly #process: ChildProcess;
  #waiting: (() => void)[] = [];
  #answers: Report[] = [];

  constructor() {
    this.#process = fork(program, {
      execArgv: ['--conditions=@annotate-mcp/source'],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    this.#process.on('message', (report: Report) => this.#hear(report));
    this.#process.on('exit', () => this.#ring());
  }

  static async on({ root, file }: { root: string; file: string }): Promise<Worker> {
    const worker = new Worker();
    onEnd(() => worker.kill());
    await worker.do({ type: 'open', root, file });
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

  async until(isSo: () => boolean): Promise<void> {
    while (!isSo()) {
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
    if (report.type !== 'failed') this.now = report.now;
    if (report.type === 'event') this.events.push(report.event);
    else this.#answers.push(report);
    this.#ring();
  }

  #ring(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
