import type { z } from 'zod';

import type { CommandDefinition } from '../command-definition.ts';

import { click } from './click.ts';
import { closeTab } from './close-tab.ts';
import { createTab } from './create-tab.ts';
import { drag } from './drag.ts';
import { emulate } from './emulate.ts';
import { executeJs } from './execute-js.ts';
import { fillForm } from './fill-form.ts';
import { getAccessibilityTree } from './get-accessibility-tree.ts';
import { getConsole } from './get-console.ts';
import { getCookies } from './get-cookies.ts';
import { getNetwork } from './get-network.ts';
import { getPerformance } from './get-performance.ts';
import { getRequest } from './get-request.ts';
import { getTabs } from './get-tabs.ts';
import { hover } from './hover.ts';
import { injectScript } from './inject-script.ts';
import { navigate } from './navigate.ts';
import { pdf } from './pdf.ts';
import { pressKey } from './press-key.ts';
import { screenshot } from './screenshot.ts';
import { scroll } from './scroll.ts';
import { searchHistory } from './search-history.ts';
import { type } from './type.ts';
import { upload } from './upload.ts';
import { waitFor } from './wait-for.ts';

/**
 * What the server may ask of the extension, by the `type` of the message. Each command is one round trip: the extension
 * does the waiting. The implementation of a command is in the file of the same name in `apps/extension/src/commands`.
 */
const definitions = {
  create_tab: createTab,
  close_tab: closeTab,
  get_tabs: getTabs,
  navigate,
  get_accessibility_tree: getAccessibilityTree,
  screenshot,
  click,
  hover,
  drag,
  scroll,
  type,
  upload,
  press_key: pressKey,
  wait_for: waitFor,
  execute_js: executeJs,
  inject_script: injectScript,
  get_console: getConsole,
  get_network: getNetwork,
  get_request: getRequest,
  emulate,
  fill_form: fillForm,
  get_performance: getPerformance,
  pdf,
  get_cookies: getCookies,
  search_history: searchHistory,
} satisfies Record<string, CommandDefinition>;

type Definitions = typeof definitions;
type Params = { [Type in keyof Definitions]: z.output<Definitions[Type]['params']> };
type Results = { [Type in keyof Definitions]: z.output<Definitions[Type]['result']> };

export type CommandType = keyof Definitions;
export type ParamsOf<Type extends CommandType> = Params[Type];
export type ResultOf<Type extends CommandType> = Results[Type];

/** A mapped type, so that the compiler knows the params of `commands[type]` also for a type parameter. */
type Commands = {
  readonly [Type in CommandType]: {
    readonly needs: CommandDefinition['needs'];
    readonly params: z.ZodType<Params[Type]>;
    readonly result: z.ZodType<Results[Type]>;
  };
};

export const commands: Commands = definitions;
