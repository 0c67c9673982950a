/** Commands about what changed since the last review. */
import type { CommandDeps } from './command-deps.ts';

export interface ChangeCommands {
  /** Marks the changed words in the text, or shows the text alone. */
  readonly toggleChanges: () => void;
  /** Scrolls to the change with this index. */
  readonly showChange: (index: number) => void;
  /** From the change that is shown; without one it starts at the first or the last. */
  readonly stepChange: (by: 1 | -1) => void;
}

export function createChangeCommands({ state, panel }: CommandDeps): ChangeCommands {
  const showChange = (index: number) => {
    state.dispatch({ type: 'changes:step', index });
    panel().scrollToChange(index);
  };
  return {
    toggleChanges() {
      const { found, shown } = state.get().changes;
      if (found !== null || shown) state.dispatch({ type: 'changes:show', on: !shown });
    },
    showChange,
    stepChange(by) {
      const { found, current } = state.get().changes;
      if (found === null) return;
      const count = found.list.length;
      showChange(current === null ? (by === 1 ? 0 : count - 1) : (current + by + count) % count);
    },
  };
}
