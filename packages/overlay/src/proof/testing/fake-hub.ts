import { judgeProof, type ProofChange, type ProofRecord, type Verdict } from '@annotate-mcp/core';

interface Report {
  id: string;
  side: 'before' | 'after';
  takenAt: string;
  record?: ProofRecord;
  picture?: string;
  isFinal?: boolean;
  lookedAt?: string;
  changedAt?: string;
  codeAt?: string;
}

/** Compares as the real hub does. */
export class FakeHub {
  readonly reports: Report[] = [];
  readonly verdicts: Verdict[] = [];
  changes: ProofChange[] = [];
  isAllowing = true;
  /** So many of the next requests get no answer. */
  failing = 0;
  /** Called before an answer of that kind is given. */
  onAllowed: () => void = () => undefined;
  onRecord: () => void = () => undefined;
  /** All requests that got none. */
  readonly unanswered: string[] = [];
  #before: ProofRecord | undefined;

  readonly fetch: typeof fetch = async (input, init) => {
    const address = typeof input === 'string' ? input : '';
    if (this.failing > 0) {
      this.failing--;
      this.unanswered.push(address);
      throw new TypeError('Failed to fetch');
    }
    if (address.endsWith('/api/proof')) {
      this.onAllowed();
      return Response.json({ isAllowed: this.isAllowing });
    }
    if (address.endsWith('/attachments')) return Response.json({ name: 'picture.webp' });
    const [, about = ''] = /annotations\/([^/]+)\/proof$/.exec(address) ?? [];
    const body = JSON.parse(typeof init?.body === 'string' ? init.body : '') as Omit<Report, 'id'>;
    const report: Report = { ...body, id: about };
    this.reports.push(report);
    if (report.record === undefined) return Response.json({ isRecorded: true });
    this.onRecord();
    if (report.side === 'before') {
      this.#before = report.record;
      return Response.json({ isRecorded: true });
    }
    if (this.#before === undefined) return Response.json({ isRecorded: false });
    const seen = { before: { takenAt: '', record: this.#before }, after: report.record };
    const { verdict, changes } = judgeProof(seen, { own: null, others: [] });
    this.changes = changes;
    const isKnown = verdict === 'broken' && this.verdicts.at(-1) === 'broken';
    const isRecorded = !isKnown && (verdict === 'changed' || verdict === 'broken' || report.isFinal === true);
    if (isRecorded) this.verdicts.push(verdict);
    return Response.json({ isRecorded, verdict });
  };
}
