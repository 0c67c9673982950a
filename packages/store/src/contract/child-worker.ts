import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A child process that carries out orders and reports what happened, for tests that need several processes. */
export abstract class ChildWorker<Order extends object, Report extends { type: string }> {
  readonly #process: ChildProcess;
  #waiting: (() => void)[] = [];
  #answers: Report[] = [];

  /** `program` listens to the messages of its parent, and is a source or a published file. */
  constructor(program: URL) {
    this.#process = fork(fileURLToPath(program), {
      // Sources import each other's sources; what is published has none.
      execArgv: program.pathname.endsWith('.ts') ? ['--conditions=@annotate-mcp/source'] : [],
      // Reports may be many and large; the default serialization is JSON, which is what stores hold anyway.
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    this.#process.on('message', (report: Report) => this.#onMessage(report));
    this.#process.on('exit', () => this.#wake());
  }

  /** Resolves when the order is carried out; rejects with the error that the child reports. */
  async do(order: Order): Promise<void> {
    this.order(order);
    await this.until(() => this.#answers.length > 0);
    const answer = this.#answers.shift();
    if (answer !== undefined && isFailure(answer))
      throw Object.assign(new Error(answer.message), { code: answer.code });
  }

  order(order: Order): void {
    this.#process.send(order);
  }

  async until(condition: () => boolean): Promise<void> {
    while (!condition()) {
      const end = this.#process.exitCode ?? this.#process.signalCode;
      if (end !== null) throw new Error(`worker ended with ${end}`);
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  async kill(): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    const exited = once(this.#process, 'exit');
    this.#process.kill('SIGKILL');
    await exited;
  }

  /** Keeps what the test needs of the report; returns whether the report answers an order. */
  protected abstract onReport(report: Report): boolean;

  #onMessage(report: Report): void {
    if (this.onReport(report)) this.#answers.push(report);
    this.#wake();
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}

interface Failure {
  type: 'failed';
  code: string;
  message: string;
}

function isFailure(report: { type: string }): report is Failure {
  return report.type === 'failed' && 'code' in report && 'message' in report;
}
