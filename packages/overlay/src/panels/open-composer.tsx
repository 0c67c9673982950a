import { sendComment } from '../commands/send.ts';
import { boxBeside, boxOfPicked } from '../picking/picked-box.ts';
import { describeAgents } from '../state/select.ts';
import type { Picked } from '../state/state.ts';
import { Composer } from '../ui/composer.tsx';
import { useFollow } from '../ui/follow.ts';
import { boxAround } from '../ui/position.ts';

import type { PanelProps } from './panel-props.ts';

/** The composer beside its target. */
export function OpenComposer({ state, dispatch, commands }: PanelProps) {
  const { mode } = state;
  useFollow(mode.name === 'annotate');
  if (mode.name !== 'annotate') return null;
  const { compose } = mode;
  const { subject } = compose;
  const picked: readonly Picked[] = subject.kind === 'picked' ? subject.picked : [];
  const agent = describeAgents(state);
  const hasAgent = agent.tone === 'listening' || agent.tone === 'working';
  return (
    <Composer
      key={subject.kind === 'text' ? subject.text.ranges : picked[0]?.element}
      compose={compose}
      box={subject.kind === 'text' ? boxBeside(subject.text.ranges) : boxAround(picked.map(boxOfPicked))}
      remark={hasAgent ? null : `${agent.text}.`}
      onText={(text) => dispatch({ type: 'compose:text', text })}
      onAttach={(what, on) => dispatch({ type: 'compose:attach', what, on })}
      onSteps={(on) => commands.attachSteps(on)}
      onSend={(as) => void commands.send(as, sendComment)}
      onCopy={(text) => commands.copyText(text, `Copied ${text}`)}
      onClose={() => dispatch({ type: 'escape' })}
    />
  );
}
