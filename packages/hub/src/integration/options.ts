import type { OverlaySettings } from '../options.ts';

/** The options that all integrations with dev servers have. Their comments are the tables in docs/vite.md, docs/next.md and docs/angular.md. */
export interface IntegrationOptions {
  /** Store URL: `sqlite:` (default, `.annotate/store.db` at the project root), `sqlite:path`, `json:path`, `memory:`, `postgres://…` (needs the package `pg`). */
  store?: string;
  /** The project root, which contains `.annotate/`. Default: the git repository around the app, else the workspace or package. */
  root?: string;
  /** `light`, `dark` or `auto`, which follows the system (default). */
  theme?: OverlaySettings['theme'];
  /** Other keys, by `event.code`: `{ inspect: 'Alt+Shift+KeyI' }`; `null` switches one off. */
  keys?: OverlaySettings['keys'];
  /** Creates an annotation for each uncaught error of the app. Default: `false`. */
  captureErrors?: boolean;
  /** For rendered sites: selected text and, with Alt, elements can be commented on directly. Default: `false`. */
  review?: boolean;
  /** Lets other machines annotate, with the token. The link for them is printed below the URLs of the dev server. */
  network?: boolean;
  /** The token for other machines, and for other users of this one: at least 128 random bits as base64url. Default: a new one for each start. */
  token?: string;
  /** Origins of other servers whose pages may connect, such as a backend that renders the HTML. */
  allowedOrigins?: string[];
}

type IntegrationSettings = { [Name in keyof OverlaySettings]: OverlaySettings[Name] | undefined };

/** Those options of an integration that the overlay uses, without the ones that are undefined. */
export function overlaySettings({
  theme,
  keys,
  captureErrors,
  review,
}: IntegrationSettings): OverlaySettings {
  return {
    ...(theme !== undefined && { theme }),
    ...(keys !== undefined && { keys }),
    ...(captureErrors !== undefined && { captureErrors }),
    ...(review !== undefined && { review }),
  };
}
