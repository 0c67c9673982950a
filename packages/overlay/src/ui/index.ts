/** Tokens and parts that other surfaces build on. */
export { ago } from './about.ts';
export { moveFocus } from './arrow-keys.ts';
export { Button, type ButtonProps, CloseButton, ConfirmButton, IconButton, Kbd } from './button.tsx';
export { Glyph, InputChips, StatusChip } from './chip.tsx';
export { Composer, type ComposerProps } from './composer.tsx';
export { Field, type FieldProps } from './field.tsx';
export { type ElementRef, useFocus } from './focus.ts';
export { Icon, type IconName } from './icon.tsx';
export { Markdown } from './markdown.tsx';
export { useNow } from './minute.ts';
export { Notice } from './notice.tsx';
export { createPanelStyleSheet } from './panel-styles.ts';
export { Select } from './settings.tsx';
export { createStyleSheet } from './styles.ts';
export { Thread, type ThreadCommands, type ThreadProps } from './thread.tsx';
export { dark, fixed, light, tokens } from './tokens.css.ts';
export { type Sign, statusWord, submitKey } from './words.ts';
