import { useEffect, useState } from 'preact/hooks';

import type { Notice as Said } from '../state/state.ts';

import { CloseButton } from './button.tsx';
import { Icon } from './icon.tsx';

const readingTime = 5000;

/** One sentence that goes by itself, unless it is a problem or the pointer rests on it. */
export function Notice({ notice, onClose }: { notice: Said; onClose: () => void }) {
  const { tone, text, id } = notice;
  const [held, hold] = useState(false);
  useEffect(() => {
    if (held || tone === 'problem') return;
    const timer = setTimeout(onClose, readingTime);
    return () => clearTimeout(timer);
  }, [id, held]);
  return (
    <div
      class={`nga-notice nga-surface nga-notice--${tone}`}
      data-nga="toast"
      role={tone === 'problem' ? 'alert' : 'status'}
      onPointerEnter={() => hold(true)}
      onPointerLeave={() => hold(false)}
    >
      {tone !== 'info' && <Icon name={tone === 'problem' ? 'question' : 'check'} />}
      <span class="nga-text nga-grow">{text}</span>
      <CloseButton onClick={onClose} />
    </div>
  );
}
