/** Buttons of the toolbar that help to read. */
import { IconButton } from '@annotate-mcp/overlay/ui';

import { ViewIcon } from './view-icon.tsx';
import type { ViewProps } from './view-props.ts';

export function BackButton({ back, commands }: Pick<ViewProps, 'back' | 'commands'>) {
  if (back === null) return null;
  return (
    <button
      type="button"
      class="mdv-back nga-btn nga-btn-quiet"
      title={`Back to ${back}`}
      onClick={commands.back}
    >
      <ViewIcon name="left" /> <span>{back}</span>
    </button>
  );
}

export function ReadingButtons({ state, dispatch }: Pick<ViewProps, 'state' | 'dispatch'>) {
  const { outline, finding } = state;
  return (
    <>
      <IconButton
        icon={<ViewIcon name="outline" size={16} />}
        label="Outline"
        pressed={outline}
        onClick={() => dispatch({ type: 'tool', tool: 'outline', open: !outline })}
      />
      <IconButton
        icon={<ViewIcon name="search" size={16} />}
        label="Find in text and comments"
        pressed={finding}
        onClick={() => dispatch({ type: 'tool', tool: 'finding', open: !finding })}
      />
    </>
  );
}
