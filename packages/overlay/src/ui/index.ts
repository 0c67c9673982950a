/** Tokens and parts that other surfaces build on. */
export { Button, type ButtonProps, CloseButton, ConfirmButton, IconButton, Kbd } from './button.tsx';
export { InputChips, StatusChip } from './chip.tsx';
export { Composer, type ComposerProps } from './composer.tsx';
export { Field, type FieldProps } from './field.tsx';
export { Icon, type IconName } from './icon.tsx';
export { Markdown } from './markdown.tsx';
export { createPanelStyleSheet } from './panel-styles.ts';
export { createStyleSheet } from './styles.ts';
export { Thread, type ThreadCommands, type ThreadProps } from './thread.tsx';
export { dark, fixed, light, tokens } from './tokens.css.ts';
