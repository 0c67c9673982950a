import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';

import type { Notice as NoticeState } from '../state/state.ts';

import { CloseButton } from './button.tsx';
import { Icon } from './icon.tsx';

const readingTime = 5000;

/** A sentence that disappears after five seconds, unless it is a problem or the person has moved the pointer onto it. */
export function Notice({
  notice,
  onClose,
  children,
}: {
  notice: NoticeState;
  onClose: () => void;
  /** What the person can do about it. */
  children?: ComponentChildren;
}) {
  const { tone, text, id } = notice;
  const [isHovered, setHovered] = useState(false);
  useEffect(() => {
    if (isHovered || tone === 'problem') return;
    const timer = setTimeout(onClose, readingTime);
    return () => clearTimeout(timer);
  }, [id, isHovered]);
  return (
    <div
      class={`nga-notice nga-surface nga-notice--${tone}`}
      data-nga="toast"
      role={tone === 'problem' ? 'alert' : 'status'}
      // Not when it appears under a pointer that rests: it would stay as long as that does.
      onPointerMove={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
    >
      {tone !== 'info' && <Icon name={tone === 'problem' ? 'question' : 'check'} />}
      <span class="nga-text nga-grow">{text}</span>
      {children}
      <CloseButton onClick={onClose} />
    </div>
  );
}
