import { extname } from 'node:path';

import { ChildWorker } from './child-worker.ts';
import type { Subject } from './subject.ts';
import type { TestBed } from './test-bed.ts';
import type { Order, Report } from './worker.ts';

// `.ts` in this repository, `.js` as published.
const program = new URL(`./worker${extname(import.meta.url)}`, import.meta.url);

/** Another process on the same store. Ended after the test if it still runs. */
export class Worker extends ChildWorker<Order, Report> {
  readonly added: number[] = [];
  listed: readonly string[] = [];
  visits = 0;
  readonly events: Extract<Report, { type: 'event' }>['event'][] = [];

  constructor() {
    super(program);
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

  protected override onReport(report: Report): boolean {
    if (report.type === 'added') this.added.push(report.n);
    else if (report.type === 'listed') this.listed = report.ids;
    else if (report.type === 'visited') this.visits++;
    else if (report.type === 'event') this.events.push(report.event);
    else return true;
    return false;
  }
}
