/** Annotations of which it is the person's turn, or an agent's, made of one that was sent from the page. */
import {
  accept,
  acknowledge,
  type AgentRun,
  type Annotation,
  type AnnotationOnPage,
  describeVerdict,
  dismiss,
  type Edit,
  endTurn,
  handOver,
  type ProofChange,
  recheck,
  recordRun,
  reply,
  resolve,
  stop,
  undo,
  type Verdict,
  verdicts,
} from '@annotate-mcp/core';

export interface ThreadState {
  /** Unique in the list. */
  readonly name: string;
  /** A part of what its thread says. */
  readonly says: string;
  readonly annotation: Annotation;
  /** It is there for the verdict of its proof. */
  readonly isVerdict?: boolean;
}

const agent = { type: 'agent', agentId: 'a', agentName: 'claude-code' } as const;
const system = { type: 'system' } as const;
const edited: Edit = {
  files: [{ file: 'src/components/shop/BrokenCard.tsx', added: 1, removed: 1 }],
  noPatch: 'no-git',
};

/** Each verdict of a proof, and each turn. */
export function threadStates(sent: AnnotationOnPage): ThreadState[] {
  const at = new Date();
  const held = acknowledge(sent, agent, at);
  const words = 'Done. The price is written in full in `BrokenCard.tsx`.';
  const done = resolve(held, agent, at, note(words), { edited });
  return [
    ...verdicts.map((verdict) => verdictState(done, verdict)),
    ...personTurns(sent, held, done),
    ...agentTurns(sent, held, done),
  ];
}

function personTurns(sent: AnnotationOnPage, held: Annotation, done: Annotation): ThreadState[] {
  const author = { type: 'person', authorId: sent.authorId } as const;
  const at = new Date();
  return [
    { name: 'asked', says: 'waits for your answer', annotation: reply(held, agent, at, note('Which one?')) },
    {
      name: 'answered',
      says: 'An agent answered',
      annotation: endTurn(reply(held, agent, at, note('It is right as it is.')), system, at),
    },
    { name: 'stopped', says: 'Stopped.', annotation: stop(held, author, at) },
    { name: 'undone', says: 'Undone.', annotation: undo(done, author, at, note('Undone.')) },
    { name: 'crashed', says: 'failed', annotation: recordRun(sent, system, runUntil(at, 'failed')) },
    { name: 'silent', says: 'said nothing', annotation: recordRun(sent, system, runUntil(at, 'finished')) },
    { name: 'dismissed', says: 'Dismissed: no', annotation: dismiss(held, agent, at, note('no')) },
    { name: 'changed-since', says: 'was changed since', annotation: recheck(done, system, true) },
  ];
}

function agentTurns(sent: AnnotationOnPage, held: Annotation, done: Annotation): ThreadState[] {
  const author = { type: 'person', authorId: sent.authorId } as const;
  const at = new Date();
  return [
    { name: 'waiting', says: 'Waiting for an agent.', annotation: sent },
    { name: 'working', says: 'is on it', annotation: held },
    { name: 'handed-over', says: 'Waiting for codex.', annotation: handOver(done, author, at, 'codex') },
    { name: 'accepted', says: 'Accepted', annotation: accept(done, author, at) },
  ];
}

function verdictState(done: Annotation, verdict: Verdict): ThreadState {
  if (done.kind === 'markdown') throw new Error(`${done.id} is a comment on a document.`);
  const side = { takenAt: new Date().toISOString(), record: 'record.json' };
  const outside = { count: 1, pushed: 0, examples: [{ name: 'button "Save"', what: 'text' as const }] };
  const failure = { kind: 'overlay' as const, message: 'Unexpected token', file: 'src/a.tsx', line: 3 };
  const changes = changesOf[verdict];
  const after = { ...side, verdict, changes, outside, ...(verdict === 'broken' && { failure }) };
  const annotation = { ...done, proof: { before: side, after } };
  return { name: verdict, says: describeVerdict(after), annotation, isVerdict: true };
}

const recolored: ProofChange[] = [
  { what: 'style', name: 'color', before: 'rgb(255, 0, 0)', after: 'rgb(0, 0, 255)' },
];

const changesOf: Readonly<Record<Verdict, ProofChange[]>> = {
  changed: recolored,
  gone: recolored,
  beside: recolored,
  inactive: [{ what: 'rule', rule: '.a:hover', name: 'color', before: 'red', after: 'blue', when: 'hover' }],
  unchanged: [],
  unclear: [],
  broken: [],
};

/** What is recorded of a run does not say that anything was done since. */
function runUntil(endedAt: Date, outcome: AgentRun['outcome']): AgentRun {
  const startedAt = new Date(endedAt.getTime() - 7_000).toISOString();
  return { agentName: 'claude-code', startedAt, endedAt: endedAt.toISOString(), outcome, files: [] };
}

function note(message: string) {
  return { id: crypto.randomUUID(), message };
}
