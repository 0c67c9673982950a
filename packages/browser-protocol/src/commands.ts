/** What the server may ask of the extension, and what comes back. Each is one round trip: waiting happens over there. */
import type {
  ClickParams,
  ExecuteParams,
  InjectParams,
  NavigateParams,
  PressKeyParams,
  ScrollParams,
  TypeParams,
  UploadParams,
} from './acting.ts';
import type {
  ConsoleParams,
  ConsoleResult,
  NetworkParams,
  NetworkResult,
  RequestParams,
  RequestResult,
  ScreenshotParams,
  ScreenshotResult,
  SnapshotParams,
  SnapshotResult,
  WaitForParams,
} from './looking.ts';
import type { ActionOutcome, TabInfo } from './tabs.ts';

/** Every command by its `type`. */
export interface BrowserCommands {
  /** Resolves when the page has loaded, or after `timeoutMs` with `status: 'loading'`. */
  create_tab: { params: { url: string; active: boolean; timeoutMs: number }; result: { tab: TabInfo } };
  close_tab: { params: { tabId: number }; result: { tab: TabInfo } };
  get_tabs: { params: Record<string, never>; result: { tabs: TabInfo[] } };
  navigate: { params: NavigateParams; result: ActionOutcome };
  snapshot: { params: SnapshotParams; result: SnapshotResult };
  screenshot: { params: ScreenshotParams; result: ScreenshotResult };
  click: { params: ClickParams; result: ActionOutcome & { on: string; x: number; y: number } };
  /** `on` is what was scrolled to, `null` for the page itself. Pixels left to scroll, 0 at the end. */
  scroll: {
    params: ScrollParams;
    result: { on: string | null; moved: number; leftBelow: number; leftAbove: number };
  };
  /** `value` is what the field holds now; `null` for a password. */
  type: { params: TypeParams; result: ActionOutcome & { on: string; value: string | null } };
  upload: { params: UploadParams; result: ActionOutcome & { on: string } };
  press_key: { params: PressKeyParams; result: ActionOutcome & { on: string } };
  wait_for: { params: WaitForParams; result: { waitedMs: number; url: string; title: string } };
  /** `json` is `JSON.stringify` of the value, absent for `undefined`; cut at `maxChars`, then `totalChars` is more. */
  execute_js: {
    params: ExecuteParams;
    result: ActionOutcome & { kind: string; json?: string; totalChars: number };
  };
  /** `scriptId` names what is kept for later pages of this tab. */
  inject_script: { params: InjectParams; result: ActionOutcome & { scriptId?: string } };
  get_console: { params: ConsoleParams; result: ConsoleResult };
  get_network: { params: NetworkParams; result: NetworkResult };
  /** One request in full. */
  get_request: { params: RequestParams; result: RequestResult };
}

export type CommandType = keyof BrowserCommands;
export type ParamsOf<Type extends CommandType> = BrowserCommands[Type]['params'];
export type ResultOf<Type extends CommandType> = BrowserCommands[Type]['result'];
