import type { AgentLine } from '../state/select.ts';

import { Dot } from './launcher.tsx';
import { PanelIcon, type PanelIconName } from './panel-icon.tsx';

export interface BarItem {
  icon: PanelIconName;
  label: string;
  onClick: () => void;
  /** Written beside the icon. */
  word?: string;
  count?: number;
  pressed?: boolean;
}

export function Bar({ agent, items }: { agent: AgentLine; items: readonly BarItem[] }) {
  return (
    <div class="nga-bar nga-surface" role="toolbar" aria-label="Annotate">
      <span class="nga-row nga-small nga-muted nga-agent" title={agent.text}>
        <Dot tone={agent.tone} />
        <span class="nga-agent-words">{agent.text.replace(/:.*/, '')}</span>
      </span>
      <span class="nga-rule" />
      {items.map(({ icon, label, word, count = 0, pressed, onClick }) => (
        <button
          key={icon}
          type="button"
          class={`nga-btn nga-btn-quiet nga-tip ${word ? '' : 'nga-btn-icon'}`}
          aria-label={label}
          aria-pressed={pressed}
          onClick={onClick}
        >
          <PanelIcon name={icon} />
          {word}
          {/* CSS draws the number, because the label of the button contains it already. */}
          {count > 0 && <b data-count={count} />}
        </button>
      ))}
    </div>
  );
}
