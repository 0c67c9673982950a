/** What an agent reports, as the record that the thread shows. Sizes are bounded: an agent may report anything. */
import type {
  SessionUpdate,
  ToolCallContent,
  ToolCallLocation,
  ToolCallUpdate,
} from '@agentclientprotocol/sdk';

import { type FileDiff, type StepKind, stepKinds, type Work, type WorkStep } from '@annotate-mcp/core';

import { isLine, relativeFile } from './relative-file.ts';
import { unifiedDiff } from './unified-diff.ts';

const most = { steps: 100, files: 20, diffs: 10, plan: 30, title: 200, message: 4_000, allDiffs: 200_000 };

export class WorkRecord {
  readonly #folder: string;
  #work: Work;
  /** The id of the message that the next part belongs to; `null` when the next part begins a new one. */
  #messageId: string | null | undefined = null;

  /** `folder` is where the agent works; files inside it are named relative to it. */
  constructor(folder: string, work: Work) {
    this.#folder = folder;
    this.#work = work;
  }

  get work(): Work {
    return this.#work;
  }

  set(fields: Partial<Work>): void {
    this.#work = { ...this.#work, ...fields };
  }

  apply(update: SessionUpdate): void {
    switch (update.sessionUpdate) {
      case 'agent_message_chunk':
        if (update.content.type === 'text') this.#addMessage(update.content.text, update.messageId);
        break;
      case 'tool_call':
      case 'tool_call_update':
        this.#messageId = null;
        this.#addStep(update);
        break;
      case 'plan':
        this.set({
          plan: update.entries
            .slice(0, most.plan)
            .map(({ content, status }) => ({ text: short(content), status })),
        });
        break;
      default:
      // Modes, commands and thoughts are of no use to the person who waits for a change.
    }
  }

  /** Parts of one message are added up; after a tool call another message begins. */
  #addMessage(text: string, id: string | null | undefined): void {
    const isSame = this.#messageId !== null && (id ?? undefined) === this.#messageId;
    const message = isSame ? `${this.#work.message ?? ''}${text}` : text;
    this.#messageId = id ?? undefined;
    this.set({ message: message.slice(0, most.message) });
  }

  #addStep(update: Partial<ToolCallUpdate> & { toolCallId: string }): void {
    const before = this.#work.steps.find(({ id }) => id === update.toolCallId);
    const step = this.#stepAfter(before ?? emptyStep(update.toolCallId), update);
    const steps =
      before === undefined
        ? [...this.#work.steps, step].slice(-most.steps)
        : this.#work.steps.map((other) => (other === before ? step : other));
    this.set({ steps: withinBounds(steps) });
  }

  #stepAfter(
    before: WorkStep,
    { kind, title, status, locations, content }: Partial<ToolCallUpdate>,
  ): WorkStep {
    const diffs = isGiven(content) ? this.#diffsIn(content) : before.diffs;
    const named = isGiven(locations) ? this.#filesIn(locations) : before.files;
    const files = [...named, ...(diffs ?? []).map(({ file }) => ({ file }))];
    return {
      ...before,
      ...(isGiven(kind) && { kind: stepKindOf(kind) }),
      ...(isGiven(title) && { title: short(title) }),
      ...(isGiven(status) && { status }),
      files: files.filter(isFirst).slice(0, most.files),
      ...(diffs !== undefined && diffs.length > 0 && { diffs }),
    };
  }

  #filesIn(locations: readonly ToolCallLocation[]): WorkStep['files'] {
    return locations.slice(0, most.files).map(({ path, line }) => ({
      file: short(relativeFile(path, this.#folder)),
      ...(isLine(line) && { line }),
    }));
  }

  #diffsIn(content: readonly ToolCallContent[]): FileDiff[] {
    return content
      .filter((part) => part.type === 'diff')
      .slice(0, most.diffs)
      .map(({ path, oldText, newText }) =>
        unifiedDiff(short(relativeFile(path, this.#folder)), oldText ?? null, newText),
      );
  }
}

/** An update leaves out, or names as `null`, what has not changed. */
function isGiven<T>(value: T | null | undefined): value is T {
  return value !== null && value !== undefined;
}

function emptyStep(id: string): WorkStep {
  return { id, kind: 'other', title: '', status: 'pending', files: [] };
}

function stepKindOf(kind: string): StepKind {
  return stepKinds.find((known) => known === kind) ?? 'other';
}

function isFirst({ file }: { file: string }, index: number, files: readonly { file: string }[]): boolean {
  return files.findIndex((other) => other.file === file) === index;
}

/** The oldest diffs make room. */
function withinBounds(steps: readonly WorkStep[]): WorkStep[] {
  let left = most.allDiffs;
  return steps
    .toReversed()
    .map(({ diffs, ...step }) => {
      left -= (diffs ?? []).reduce((length, { patch }) => length + patch.length, 0);
      return diffs === undefined || left < 0 ? step : { ...step, diffs };
    })
    .toReversed();
}

function short(text: string): string {
  return text.length <= most.title ? text : `${text.slice(0, most.title - 1)}…`;
}
