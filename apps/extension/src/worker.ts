/** The root: makes the parts, connects them, and wakes up now and then. Browsers stop this worker when it is idle. */
import { annotateTab, putInEverywhere, serveOverlays } from './annotate/annotate-tab.ts';
import { carryOut } from './commands/carry-out.ts';
import { Tabs } from './driver/tabs.ts';
import { servePopup, tellPopup } from './popup/serve-popup.ts';
import { BridgeSocket } from './socket/bridge-socket.ts';
import { installId, readConnection } from './socket/settings.ts';

let agentSource: Promise<string> | null = null;
const tabs = new Tabs(
  () => (agentSource ??= fetch(chrome.runtime.getURL('page-agent.js')).then((file) => file.text())),
  tellPopup,
);

const socket = new BridgeSocket({
  readConnection,
  hello: async () => ({
    installId: await installId(),
    extensionVersion: chrome.runtime.getManifest().version,
    browser: browserName(),
  }),
  carryOut: (command, signal) => carryOut(command, { tabs, signal }),
  changed: ({ name }) => {
    tellPopup();
    if (name === 'connected') void putInEverywhere(annotating);
  },
  lost: () => void tabs.releaseAll(),
  isThere: (url) =>
    fetch(`${url}/health`).then(
      ({ ok }) => ok,
      () => false,
    ),
});

function browserName(): string {
  const [, version = '?'] = /Chrom(?:e|ium)\/(\d+)/.exec(navigator.userAgent) ?? [];
  return `Chrome ${version}`;
}

const annotating = { readConnection, state: () => socket.state };
serveOverlays(annotating);
servePopup({ socket, tabs, annotate: (tabId) => annotateTab(tabId, annotating) });

// Listeners have to be there before the first event: a worker that was stopped is started for one.
chrome.alarms.onAlarm.addListener(() => void socket.connect());
chrome.runtime.onStartup.addListener(() => void socket.connect());
chrome.storage.local.onChanged.addListener(({ connection }) => {
  if (connection !== undefined) void socket.restart();
});
void chrome.alarms.create('reconnect', { periodInMinutes: 0.5 });
void socket.connect();
