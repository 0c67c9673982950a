/** Which agent worked on which annotation, for how long, and in which files, as far as the records say it. */
import { type AgentRun, type Annotation, editOf, isOpen, type Status } from '@annotate-mcp/core';

export interface AnnotationStats {
  id: string;
  status: Status;
  /** The agent that holds it, or that wrote to it last; `null` when none did. */
  agent: string | null;
  /** From the time it was sent until it was resolved; `null` while it is not, and in records of older releases. */
  durationMs: number | null;
  /**
   * Files that agents changed, as git has seen it; without git all for an agent that `annotate-mcp work` started, else
   * those among the files that the annotation names, which records drop when the person accepts.
   */
  files: string[];
  /** Of all runs of agents that say it; `null` when none does. */
  tokens: number | null;
  text: string;
}

export interface AgentStats {
  agent: string;
  /** How many annotations it resolved. */
  resolved: number;
  dismissed: number;
  /** How many it holds, or has answered and not closed. */
  open: number;
  /** Of those that it resolved; `null` when that is known of none. */
  medianMs: number | null;
  /** How many different files it changed. */
  files: number;
  tokens: number | null;
}

export function statsOf(annotation: Annotation): AnnotationStats {
  const { id, status, annotationText: text } = annotation;
  return {
    id,
    status,
    agent: agentOf(annotation),
    durationMs: durationOf(annotation),
    files: filesOf(annotation),
    tokens: sumOf((annotation.runs ?? []).map((run) => run.tokens)),
    text,
  };
}

/** The agent with the most resolved annotations first. */
export function statsByAgent(all: readonly AnnotationStats[]): AgentStats[] {
  const groups = Map.groupBy(all, ({ agent }) => agent);
  return [...groups]
    .flatMap(([agent, own]) => (agent === null ? [] : [summarize(agent, own)]))
    .sort((a, b) => b.resolved - a.resolved || a.agent.localeCompare(b.agent));
}

function summarize(agent: string, own: readonly AnnotationStats[]): AgentStats {
  const count = (status: Status) => own.filter((one) => one.status === status).length;
  return {
    agent,
    resolved: count('resolved'),
    dismissed: count('dismissed'),
    open: own.filter(isOpen).length,
    medianMs: medianOf(own.flatMap(({ durationMs }) => durationMs ?? [])),
    files: new Set(own.flatMap(({ files }) => files)).size,
    tokens: sumOf(own.map(({ tokens }) => tokens)),
  };
}

function agentOf(annotation: Annotation): string | null {
  if (annotation.status === 'acknowledged') return annotation.claim.agentName;
  const last = annotation.replies.findLast(({ author }) => author === 'agent');
  if (last !== undefined) return last.agentName ?? 'agent';
  return annotation.runs?.at(-1)?.agentName ?? null;
}

function durationOf(annotation: Annotation): number | null {
  if (annotation.status !== 'resolved' || annotation.resolvedAt === undefined) return null;
  // The clocks of a container and its host may differ.
  const { resolvedAt, sentAt = annotation.createdAt } = annotation;
  return Math.max(0, Date.parse(resolvedAt) - Date.parse(sentAt));
}

function filesOf(annotation: Annotation): string[] {
  const edit = editOf(annotation);
  const { runs = [] } = annotation;
  // The last run led to the edit, which says exactly what it changed.
  const other = edit === null ? runs : runs.slice(0, -1);
  return [...new Set([...(edit?.files ?? []), ...other.flatMap(namesIn)].map(({ file }) => file))];
}

function namesIn({ files }: AgentRun): { file: string }[] {
  return files.map((file) => ({ file }));
}

/** `null` when no value is known. */
function sumOf(values: readonly (number | null | undefined)[]): number | null {
  const known = values.flatMap((value) => value ?? []);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
}

/** The mean of the middle two where there is no single one. */
function medianOf(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.slice(Math.floor((sorted.length - 1) / 2), Math.floor(sorted.length / 2) + 1);
  return middle.length === 0 ? null : middle.reduce((sum, value) => sum + value, 0) / middle.length;
}
