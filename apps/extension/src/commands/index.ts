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
import type { Handlers } from './handler.ts';
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

export const handlers: Handlers = {
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
};
