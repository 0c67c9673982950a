import type { Emulation } from '@annotate-mcp/browser-protocol';

interface Device {
  readonly viewport: NonNullable<Emulation['viewport']>;
  readonly userAgent?: string;
}

const phone = { mobile: true, touch: true } as const;
const computer = { scale: 1, mobile: false, touch: false } as const;

const iosAgent = (device: string) =>
  `Mozilla/5.0 (${device}; CPU OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1`;
const androidAgent =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36';

/** Screens that pages are usually checked on. A new device is a line here. */
export const devices = {
  phone: { viewport: { width: 390, height: 844, scale: 3, ...phone }, userAgent: iosAgent('iPhone') },
  'small phone': { viewport: { width: 360, height: 640, scale: 3, ...phone }, userAgent: androidAgent },
  'large phone': { viewport: { width: 412, height: 915, scale: 2.625, ...phone }, userAgent: androidAgent },
  tablet: { viewport: { width: 820, height: 1180, scale: 2, ...phone }, userAgent: iosAgent('iPad') },
  laptop: { viewport: { width: 1366, height: 768, ...computer } },
  desktop: { viewport: { width: 1920, height: 1080, ...computer } },
} as const satisfies Readonly<Record<string, Device>>;

export type DeviceName = keyof typeof devices;

export function deviceEmulation(name: DeviceName): Pick<Emulation, 'viewport' | 'userAgent'> {
  return devices[name];
}
