/** Counts what an agent calls and reads. */
import { type Cost, ToolFailure } from './task-tools.ts';

interface ToolAnswer {
  /** All text of it. */
  readonly text: string;
  readonly isError: boolean;
}

export type CallTool = (tool: string, args: Record<string, unknown>) => Promise<ToolAnswer>;

/** Returns the text of an answer; throws a `ToolFailure` with it when the tool failed. */
export function meteredCall(call: CallTool, cost: Cost): (...args: Parameters<CallTool>) => Promise<string> {
  return async (tool, args) => {
    const { text, isError } = await call(tool, args);
    cost.calls += 1;
    cost.characters += text.length;
    if (isError) throw new ToolFailure(text);
    return text;
  };
}
