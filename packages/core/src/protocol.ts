import type { Annotation, NewAnnotation, Without } from './annotation.ts';
import type { Cursor } from './changes.ts';
import type { LookRequest, PageLook } from './look.ts';
import type { PageAbility } from './page-abilities.ts';
import type { PageActionMessage } from './page-actions.ts';
import type { Person } from './people.ts';
import type { AgentPresence, Session } from './session.ts';
import type { Question, Work } from './work.ts';

/** Raised when a page and a hub of different releases would misread each other. */
export const protocolVersion = 2;

/** How many closed annotations a page gets when it connects; older ones stay in the store. */
export const mostClosedSynced = 500;

/** As many annotations a page may ask for at once by their ids. */
export const mostReadWhole = 50;

/** Both of all pages, the newest first. */
export type RestList = 'open' | 'closed';

/** What a page that asked for portions has not got, in a project with more annotations than a page shows at once. */
export interface AnnotationsRest {
  /** How many are stored, of all pages and without drafts. */
  counts: Record<RestList, number>;
  /** Where each list is read on; `null` when the page has all of it. */
  next: Record<RestList, string | null>;
}

/** A page whose access has ended is closed with this code: connecting again would be refused. */
export const accessEndedCode = 4401;

/** What a page sends over the WebSocket. `ref` comes back in `message:done`, or in the `error` that the message caused. */
export type PageMessage = { ref?: string } & (
  | {
      type: 'session:resume';
      protocol: number;
      sessionId?: string;
      /** A random UUID that only this browser knows. The hub derives the author's id, which others see, from it. */
      authorSecret: string;
      /** An author id from before there were secrets: this author gets its drafts, on the machine of the hub only. */
      formerAuthorId?: string;
      /** What the person calls themselves. */
      name?: string;
      /** What the hub that served the page called the app; another one that runs at its address by now refuses. */
      projectId?: string;
      url: string;
      cursor?: Cursor;
      /** The page asks for what it has not got, so that it need not get everything at once. */
      inPortions?: boolean;
    }
  | { type: 'session:ping'; url?: string }
  /** The person calls themselves so from now on. What they wrote before keeps its id, by which readers find the new name. */
  | { type: 'person:rename'; name: string }
  /** The person has the thread of this annotation open. Sent at once or not at all. */
  | { type: 'thread:seen'; id: string }
  /** The next portion of a list in brief. The hub answers this and the next two with `annotations:part`. */
  | { type: 'annotations:next'; list: RestList; next: string }
  /** These as a whole, `mostReadWhole` of them at most. */
  | { type: 'annotations:whole'; ids: string[] }
  /** What the page at this address shows (`placedOf`). */
  | { type: 'annotations:page'; url: string }
  | { type: 'annotation:create'; payload: PagePayload; draft?: boolean }
  /** `annotation:reply`, `annotation:delete` and the other actions of a person on one annotation. */
  | PageActionMessage
  /** All drafts of the author unless some are named. */
  | { type: 'batch:submit'; ids?: string[] }
  /** Answers `look:request`. Has no effect where the hub did not ask this page. */
  | { type: 'look:answer'; requestId: string; answer: PageLook }
);

/** A message of a page that changes annotations. */
export type AnnotationMessage = Exclude<
  PageMessage,
  { type: `session:${string}` | `annotations:${string}` | 'person:rename' | 'thread:seen' | 'look:answer' }
>;

/** A new annotation as a page sends it. The hub adds author, app and session. */
export type PagePayload = Without<
  Exclude<NewAnnotation, { kind: 'markdown' }>,
  'sessionId' | 'appId' | 'authorId' | 'authorName'
>;

/** What a hub sends to a page. */
export type HubMessage =
  /**
   * `authorId` is that of this page, derived from its secret. `name` is what the person said, or else what git calls them
   * on the machine of the hub. `may` has what the hub does not refuse; `local`: the page acts for every author.
   */
  | {
      type: 'session:created';
      protocol: number;
      session: Session;
      authorId: string;
      name?: string;
      may?: PageAbility[];
      local?: boolean;
      /** As in the message `people`. */
      people?: Person[];
    }
  /** Who has a page open or had one lately: all of them, whenever a person is new or has another name. */
  | { type: 'people'; people: Person[] }
  | { type: 'annotation:created'; annotation: Annotation; cursor: Cursor }
  | { type: 'annotation:updated'; annotation: Annotation; cursor: Cursor }
  | { type: 'annotation:removed'; id: string; cursor: Cursor }
  /**
   * All that is open, and the newest of what is closed. In portions: what the page shows (`placedOf`) and the person's
   * drafts, and in `briefs` (`briefOf`) the newest others; the page then asks for the rest.
   */
  | {
      type: 'annotations:sync';
      annotations: Annotation[];
      cursor: Cursor;
      briefs?: Annotation[];
      rest?: AnnotationsRest;
    }
  /** Answers what a page has asked for. Changes that a page gets before and after it count as usual. */
  | {
      type: 'annotations:part';
      annotations: Annotation[];
      briefs: Annotation[];
      /** `from` is where the page asked to read on; `next` is `null` when the list has ended. */
      read?: { list: RestList; from: string; next: string | null };
    }
  /** To pages that do not have everything, when it has changed. */
  | { type: 'annotations:counts'; counts: AnnotationsRest['counts'] }
  /** What the page sent under this `ref` is stored: it need not keep it any longer. */
  | { type: 'message:done'; ref: string }
  /** This author had the thread of this annotation open. `GET annotations/:id/seen` says who has, and when. */
  | { type: 'thread:seen'; id: string; authorId: string }
  | { type: 'manifest:update' }
  | { type: 'agents:presence'; agents: AgentPresence[] }
  /**
   * What agents that were started here do and ask, without diffs: all of it, whenever some of it changes. Only for
   * pages on the machine of the hub. `canStart`: `POST /__annotate/api/work/offer` makes the program ask the person
   * whether to start an agent. `settings`: how those that run are set, which waits for no answer.
   */
  | { type: 'work:state'; works: Work[]; questions: Question[]; settings?: Question[]; canStart: boolean }
  /** Only for pages on the machine of the hub. */
  | { type: 'look:request'; request: LookRequest }
  | { type: 'error'; code: string; message: string; hint?: string; id?: string; ref?: string };
