import type { MarkdownAnchor } from '@annotate-mcp/core';
import { replacePassage } from '@annotate-mcp/markdown';

import { passageChanged, type TextFix } from '../state/text-fix.ts';
import { sourceOf } from '../state/written.ts';

import type { CommandDeps } from './command-deps.ts';

export interface TextFixCommands {
  /** Opens the source of this passage in a field. */
  readonly editPassage: (anchor: MarkdownAnchor) => void;
  /** Saves what was typed. When that fails, the field stays and says why. */
  readonly savePassage: () => Promise<void>;
}

export function createTextFixCommands(deps: CommandDeps): TextFixCommands {
  return {
    editPassage(anchor) {
      const fix: TextFix = { anchor, text: sourceOf(anchor.quote), saving: false, problem: null };
      deps.state.dispatch({ type: 'fix', fix });
    },
    savePassage: () => savePassage(deps),
  };
}

async function savePassage({ state, server, notifier }: CommandDeps): Promise<void> {
  const { textFix: fix, text, file } = state.get();
  if (fix === null || fix.saving || text === null || file === null) return;
  const show = (next: TextFix | null) => state.dispatch({ type: 'fix', fix: next });
  if (fix.text === sourceOf(fix.anchor.quote)) {
    show(null);
    return;
  }
  const replaced = replacePassage(text, fix.anchor, fix.text);
  if (replaced === null) {
    show({ ...fix, problem: passageChanged });
    return;
  }
  show({ ...fix, saving: true, problem: null });
  try {
    await server.save(replaced.text, file.sha);
    show(null);
    notifier.done('Saved.');
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    // The text may have changed during the call, and the passage in it moved.
    const now = state.get().textFix ?? fix;
    show({ ...now, saving: false, problem: `Not saved; what you typed is still here. ${why}` });
  }
}
