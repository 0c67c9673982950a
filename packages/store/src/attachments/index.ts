export type { AttachmentStore } from './attachment-store.ts';
export { FolderAttachments } from './folder-attachments.ts';
export { type PictureType, pictureTypes } from './picture-types.ts';
