/** Colours and sizes of every surface, as custom properties. Pairs of text and background pass AA, which tokens.test.ts checks. */

export const light = {
  surface: '#ffffff',
  raised: '#fafafa',
  hover: '#f1f1f3',
  line: '#e4e4e7',
  'line-strong': '#8b8b95',
  text: '#18181b',
  muted: '#62626b',
  link: '#1d4ed8',
  'pending-text': '#1d4ed8',
  'acknowledged-text': '#92400e',
  'resolved-text': '#166534',
  'dismissed-text': '#475569',
  'lost-text': '#be123c',
  shadow: '0 1px 2px rgb(0 0 0/.08),0 8px 28px rgb(0 0 0/.14)',
} as const;

export const dark: Record<keyof typeof light, string> = {
  surface: '#18181b',
  raised: '#232327',
  hover: '#2c2c31',
  line: '#3a3a41',
  'line-strong': '#77777f',
  text: '#fafafa',
  muted: '#a6a6b0',
  link: '#93c5fd',
  'pending-text': '#93c5fd',
  'acknowledged-text': '#fcd34d',
  'resolved-text': '#86efac',
  'dismissed-text': '#cbd5e1',
  'lost-text': '#fda4af',
  shadow: '0 1px 2px rgb(0 0 0/.4),0 8px 28px rgb(0 0 0/.5)',
};

/** The same in light and dark, because badges are shown on any page. `on-*` is the colour of what is drawn on them. */
export const fixed = {
  accent: '#3b82f6',
  // White on the accent has a contrast of 3.7:1, which is enough for icons but not for words.
  'accent-strong': '#2563eb',
  'accent-press': '#1d4ed8',
  'on-accent': '#ffffff',
  pending: '#3b82f6',
  'on-pending': '#ffffff',
  acknowledged: '#f59e0b',
  'on-acknowledged': '#18181b',
  resolved: '#22c55e',
  'on-resolved': '#052e16',
  dismissed: '#94a3b8',
  'on-dismissed': '#18181b',
  lost: '#f43f5e',
  font: 'system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif',
  mono: 'ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace',
  radius: '6px',
  'radius-panel': '10px',
} as const;

export const tokens = `
:host,:root,[data-theme=light]{color-scheme:light;${declare(light)}}
:host,:root{${declare(fixed)}}
@media (prefers-color-scheme:dark){:host(:not([data-theme=light])),:root:not([data-theme=light]){color-scheme:dark;${declare(dark)}}}
:host([data-theme=dark]),[data-theme=dark]{color-scheme:dark;${declare(dark)}}
`;

function declare(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => `--nga-${name}:${value}`)
    .join(';');
}
