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
import { getTabs } from './get-tabs.ts';
import { hover } from './hover.ts';
import { injectScript } from './inject-script.ts';
import { navigate } from './navigate.ts';
import { pdf } from './pdf.ts';
import { pressKey } from './press-key.ts';
import { requestChain } from './request-chain.ts';
import { screenshot } from './screenshot.ts';
import { scroll } from './scroll.ts';
import { searchHistory } from './search-history.ts';
import { type } from './type.ts';
import { waitFor } from './wait-for.ts';

const steps = [
  getTabs,
  createTab,
  closeTab,
  navigate,
  getAccessibilityTree,
  screenshot,
  click,
  hover,
  drag,
  type,
  fillForm,
  pressKey,
  scroll,
  waitFor,
  executeJs,
  injectScript,
  getConsole,
  getNetwork,
  getPerformance,
  emulate,
  pdf,
  getCookies,
  searchHistory,
] as const;

export const browserTools = [...steps, requestChain(steps)] as const;
