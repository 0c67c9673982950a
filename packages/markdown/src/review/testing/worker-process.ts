import { ChildWorker } from '@annotate-mcp/store/contract';

import type { DocumentEvent } from '../markdown-document.ts';

import { onEnd } from './bench.ts';
import type { DocumentReport, Order, Report } from './worker.ts';

const program = new URL('./worker.ts', import.meta.url);

/** Another process with the same file open. Ended after the test if it still runs. */
export class Worker extends ChildWorker<Order, Report> {
  readonly events: DocumentEvent[] = [];
  now: DocumentReport = { text: '', comments: [] };

  static async on({ root, file }: { root: string; file: string }): Promise<Worker> {
    const worker = new Worker(program);
    onEnd(() => worker.kill());
    await worker.do({ type: 'open', root, file });
    return worker;
  }

  protected override onReport(report: Report): boolean {
    if (report.type !== 'failed') this.now = report.now;
    if (report.type === 'event') this.events.push(report.event);
    return report.type !== 'event';
  }
}
