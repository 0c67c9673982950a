/** Tokens and components that the Markdown view and the extension also use. */
export { ActionButtons, buttonOf, removeButton, type ThreadAction } from './action-buttons.tsx';
export { Age } from './author-line.tsx';
export { Attached } from './attached.tsx';
export { moveFocus } from './focus.ts';
export { AssigneeField } from './assignee-field.tsx';
export { AuthorMark } from './author-line.tsx';
export { markOf, outsideAuthor, type ShownAuthor, shownName } from './authors.ts';
export { Button, CloseButton, IconButton, Kbd } from './button.tsx';
export { StatusChip } from './chip.tsx';
export { copyRefused, copyToClipboard } from './clipboard.ts';
export { ComposerPictures, PictureButton, usePictureFiles } from './composer-pictures.tsx';
export { DrawingPanel, type DrawnPicture } from '../drawing/drawing-panel.tsx';
export { PictureFetching } from './fetched-picture.tsx';
export { readPicture } from '../capture/encode-picture.ts';
export { ComposerField, requestLabel } from './composer-field.tsx';
export { Field } from './field.tsx';
export { useFocus } from './focus.ts';
export {
  askForTrust,
  isFromRepository,
  notTrusted,
  TrustButtons,
  useNotNow,
  whyNotTrusted,
} from './from-repository.tsx';
export { Icon } from './icon.tsx';
export { submitKey } from './key-label.ts';
export { markdownText } from './markdown-nodes.ts';
export { Notice } from './notice.tsx';
export { createPanelStyleSheet } from './panel-styles.ts';
export { PathIcon } from './path-icon.tsx';
export { Quote } from './quote.tsx';
export { OutsideReplies } from './replies.tsx';
export { Replies } from './replies.tsx';
export { ReplyField } from './replies.tsx';
export { Select } from './settings.tsx';
export { createStateContainer, type StateContainer } from './state-container.ts';
export { createStyleSheet } from './styles.ts';
export { fixed, tokens } from './tokens.ts';
export { statusWord } from './words.ts';
export { textStyles } from '../review/text/text-colors.ts';
export { describeProgress } from './words.ts';
