/** Tools for the view alone: how one is defined. Over MCP they are app-only tools; the view in a browser tab posts them. */
import type { z } from 'zod';

import type { DocumentTarget } from '../document-actions.ts';
import type { MarkdownDocument } from '../review/markdown-document.ts';
import type { Followed, PollResult, ReviewMode } from '../view-messages.ts';

/** The view that calls a tool, and the document that it shows. */
export interface ViewToolContext {
  readonly view: {
    readonly id: string;
    poll(input: PollInput, signal: AbortSignal): Promise<PollResult>;
    /** The frame or tab with this name is closed. */
    leave(instance: string): void;
  };
  readonly reviewed: DocumentTarget & {
    readonly document: ToolDocument;
    readonly mode: ReviewMode;
    /** A program waits until the person approves the document or asks for changes. */
    readonly asksVerdict: boolean;
    /** The agent that gets what is sent is in another process, which sees no comment that is kept in memory. */
    readonly isReadElsewhere: boolean;
    /** Whether an agent has these comments and this verdict, or waits and gets them next. */
    isDelivered(commentIds: readonly string[], verdictId?: string): boolean;
  };
  /** Opens a view of the document that an address in this one names; only Markdown below the allowed folders. */
  readonly openBeside: (address: string) => Promise<Followed>;
  /** Aborted when the view is gone or has given up its call. */
  readonly signal: AbortSignal;
}

/** What view tools use of a document. */
export type ToolDocument = Pick<
  MarkdownDocument,
  | 'adopt'
  | 'answerNow'
  | 'applyAction'
  | 'beside'
  | 'comments'
  | 'exportInline'
  | 'fileMeta'
  | 'mirror'
  | 'markReviewed'
  | 'persist'
  | 'pictures'
  | 'removeMarkers'
  | 'reviewed'
  | 'save'
  | 'setMirror'
  | 'share'
  | 'submit'
  | 'text'
  | 'textWith'
  | 'trustRepository'
  | 'verdict'
>;

export interface PollInput {
  /** Names one copy of the view, since a host may show several of the same result. */
  instance: string;
  /** The last sequence number that was carried out; `null` on a fresh start, which is answered by a snapshot. */
  after: number | null;
  /** At most 25,000; 0 answers at once. */
  waitMs?: number;
}

interface ViewToolOptions<Name extends string, Input extends z.ZodObject, Result extends object> {
  name: Name;
  title: string;
  /** Without the credentials, which every tool takes. A function, because a server that starts needs no schema yet. */
  input: () => Input;
  readOnly: boolean;
  run(input: z.output<Input>, context: ViewToolContext): Promise<Result>;
}

export interface ViewTool<
  Name extends string = string,
  Input extends z.ZodObject = z.ZodObject,
  Result extends object = object,
> extends Omit<ViewToolOptions<Name, Input, Result>, 'run'> {
  /** Rejects with an `InvalidInputError` when the arguments do not fit `input`. */
  run(args: unknown, context: ViewToolContext): Promise<Result>;
}

/** Ties the type of what `run` gets, and of what the view sends and receives, to the tool itself. */
export function defineViewTool<const Name extends string, Input extends z.ZodObject, Result extends object>(
  tool: ViewToolOptions<Name, Input, Result>,
): ViewTool<Name, Input, Result> {
  let schema: Input | undefined;
  const input = () => (schema ??= tool.input());
  return {
    ...tool,
    input,
    run: async (args, context) => {
      const parsed = input().safeParse(args);
      if (!parsed.success) throw new InvalidInputError(parsed.error);
      return tool.run(parsed.data, context);
    },
  };
}

export class InvalidInputError extends Error {
  readonly problems: z.ZodError;

  constructor(problems: z.ZodError) {
    super('The arguments do not fit the schema of the tool.');
    this.problems = problems;
  }
}
