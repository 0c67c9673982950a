import type { ComponentChildren, VNode } from 'preact';

import { Icon, type IconName } from './icon.tsx';

export interface ButtonProps {
  onClick: () => void;
  children?: ComponentChildren;
  variant?: 'primary' | 'quiet' | 'danger' | undefined;
  /** A name, or an icon that the overlay does not have. */
  icon?: IconName | VNode;
  disabled?: boolean;
  /** What it does is under way. It keeps the focus, which the browser takes from a button that is `disabled`. */
  busy?: boolean;
  /** A switch that is on or off. */
  pressed?: boolean;
  title?: string;
  tabIndex?: number;
  /** Says more than the words on it. */
  'aria-label'?: string;
  'data-nga'?: string;
}

export function Button({ variant, icon, pressed, busy = false, onClick, children, ...rest }: ButtonProps) {
  const danger = variant === 'danger' ? 'nga-btn-quiet nga-btn-danger' : variant && `nga-btn-${variant}`;
  return (
    <button
      type="button"
      class={`nga-btn ${danger ?? ''}`}
      aria-pressed={pressed}
      aria-disabled={busy || undefined}
      onClick={busy ? undefined : onClick}
      {...rest}
    >
      {typeof icon === 'string' ? <Icon name={icon} size={14} /> : icon}
      {children}
    </button>
  );
}

export interface IconButtonProps {
  icon: IconName | VNode;
  /** Its name for screen readers, and its tooltip. */
  label: string;
  onClick: () => void;
  class?: string;
  pressed?: boolean;
  tabIndex?: number;
  /** Shows and hides what `aria-controls` names. */
  'aria-expanded'?: boolean;
  'aria-controls'?: string;
  children?: ComponentChildren;
}

export function IconButton({ icon, label, pressed, children, class: extra = '', ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      class={`nga-btn nga-btn-quiet nga-btn-icon ${extra}`}
      aria-label={label}
      aria-pressed={pressed}
      title={label}
      {...rest}
    >
      {typeof icon === 'string' ? <Icon name={icon} /> : icon}
      {children}
    </button>
  );
}

export function CloseButton({ onClick }: { onClick: () => void }) {
  return <IconButton icon="close" label="Close" class="nga-close" onClick={onClick} />;
}

export function Kbd({ children }: { children: ComponentChildren }) {
  return <kbd class="nga-kbd">{children}</kbd>;
}
