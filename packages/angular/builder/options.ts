import type { DevServerBuilderOptions } from '@angular/build';

import type { HubOptions } from '@annotate-mcp/hub';

type Overlay = NonNullable<HubOptions['overlay']>;

/** What schema.json says: all of `@angular/build:dev-server`, and one of our own. */
export interface DevServerOptions extends DevServerBuilderOptions {
  annotate?: AnnotateOptions;
}

export interface AnnotateOptions {
  /** Store URL: `sqlite:` (default, `.annotate/store.db` at the project's root), `sqlite:path`, `json:path`, `memory:`. */
  store?: string;
  /** The project's root, where `.annotate/` is; the git root around the workspace unless told. */
  root?: string;
  /** `auto` follows the system. */
  theme?: Overlay['theme'];
  /** Other keys than the usual ones, by `event.code`: `{ inspect: 'Alt+Shift+KeyI' }`; `null` switches one off. */
  keys?: Overlay['keys'];
  /** An uncaught error of the app becomes an annotation. */
  captureErrors?: boolean;
  /** For rendered pages: selected text and, with Alt, elements are commented on at once. Off unless told. */
  review?: boolean;
  /** Other machines may annotate, with the token: the link that brings it is printed below the URLs. */
  network?: boolean;
  /** At least 128 random bits as base64url; made anew for each start of the server unless told. */
  token?: string;
  /** Origins of other servers whose pages may connect, such as a backend that renders the HTML. */
  allowedOrigins?: string[];
}
