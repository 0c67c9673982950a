/**
 * What a page needs that shows lists and threads of annotations without being annotated itself: the connection to the hub,
 * and the components of the overlay that are not in `ui`.
 */
export { connect, type Connection } from './connection/connection.ts';
export { ThreadSeen } from './panels/thread-seen.tsx';
export { mayAtAll } from './state/may.ts';
export { selectAddressees, selectMentionable } from './state/people.ts';
export { selectAuthors } from './state/people.ts';
export type { ConnectionState, Me, Notice as NoticeState } from './state/state.ts';
export { EditedView } from './ui/edited-view.tsx';
export { PictureFetching } from './ui/fetched-picture.tsx';
export { KeptView } from './ui/kept-view.tsx';
export { Group } from './ui/list-items.tsx';
export type { ListedItems } from './ui/list-items.tsx';
export { ProofView } from './ui/proof/proof-view.tsx';
export { Thread } from './ui/thread.tsx';
export type { ThreadCommands } from './ui/thread-actions.ts';
export { WishList } from './ui/wish-list.tsx';
export { RunView } from './ui/work-view.tsx';
