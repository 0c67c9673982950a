/** The extension's manifest. README.md has the reason for each permission, and a test compares them. */
import { extensionKey, extensionVersionOf } from '@annotate-mcp/browser-protocol';

export const permissions = [
  'debugger',
  'tabs',
  'storage',
  'alarms',
  'offscreen',
  'scripting',
  'activeTab',
  'downloads',
] as const;

/** The person gives them in the popup, and can take them back there. */
export const optionalPermissions = ['history', 'bookmarks'] as const;

export const iconSizes = [16, 32, 48, 128] as const;

export interface ManifestOptions {
  /** Version of the program, from its package.json. */
  readonly version: string;
  /** `folder` has the id that servers accept; the Chrome Web Store assigns its own and accepts no `key`. */
  readonly audience: 'folder' | 'store';
}

export function manifestFor({ version, audience }: ManifestOptions) {
  const icons = Object.fromEntries(iconSizes.map((size) => [size, `icons/${size}.png`]));
  return {
    manifest_version: 3,
    name: 'annotate-mcp',
    version: extensionVersionOf(version),
    description: 'Your browser for your coding agent, and annotations on any page.',
    minimum_chrome_version: '125',
    ...(audience === 'folder' && { key: extensionKey }),
    icons,
    permissions,
    optional_permissions: optionalPermissions,
    background: { service_worker: 'worker.js', type: 'module' },
    // The worker knows it as `stopCommand`. The overlay's own keys are others.
    commands: {
      'stop-everything': {
        suggested_key: { default: 'Alt+Shift+S' },
        description: 'Stop all agents in this browser',
      },
    },
    options_ui: { page: 'options.html', open_in_tab: true },
    // The frame that catches the pointer while a person picks a target. Its address differs for each page that is opened.
    web_accessible_resources: [
      { resources: ['shield.html'], matches: ['<all_urls>'], use_dynamic_url: true },
    ],
    action: { default_popup: 'popup.html', default_title: 'annotate-mcp', default_icon: icons },
  };
}
