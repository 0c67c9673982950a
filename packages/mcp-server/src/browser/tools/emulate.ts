import { z } from 'zod';

import type { Emulation } from '@annotate-mcp/browser-protocol';

import { defineTool } from '../../tool.ts';
import type { BrowserContext } from '../context.ts';
import { type ConnectionName, connections } from '../emulation/connections.ts';
import { deviceEmulation, type DeviceName, devices } from '../emulation/devices.ts';

import { tabId } from './fields.ts';
import { refuseMissing } from './target.ts';

const names = <Name extends string>(list: Readonly<Record<Name, unknown>>) => Object.keys(list) as Name[];

const input = () =>
  z.object({
    tab_id: tabId,
    device: z.enum(names<DeviceName>(devices)).optional(),
    width: z.int().min(50).max(10_000).optional(),
    height: z.int().min(50).max(10_000).optional(),
    scale: z.number().min(0.5).max(5).optional(),
    colorScheme: z.enum(['light', 'dark']).optional(),
    reducedMotion: z.boolean().optional(),
    locale: z.string().min(2).max(50).optional(),
    timezone: z.string().min(2).max(100).optional(),
    latitude: z.number().min(-90).max(90).optional(),
    longitude: z.number().min(-180).max(180).optional(),
    network: z.enum(names<ConnectionName>(connections)).optional(),
    cpuSlowdown: z.number().min(1).max(20).optional(),
    reset: z.boolean().optional(),
  });

export const emulate = defineTool({
  name: 'browser_emulate',
  title: 'Emulate a device',
  description:
    'Show a tab as another screen, colour scheme, place or connection has it, until reset, or until the tab is left alone for two minutes.',
  input,
  hints: { readOnlyHint: false, destructiveHint: false, openWorldHint: true },
  run: async (args, { ask }: BrowserContext) => {
    const emulation = emulationOf(args);
    const reset = args.reset ?? false;
    if (!reset && Object.keys(emulation).length === 0) refuseMissing('what to emulate, or reset');
    const {
      emulation: now,
      idleMs,
      ...rest
    } = await ask('emulate', {
      tabId: args.tab_id,
      reset,
      emulation,
    });
    const { userAgent: _, ...shown } = now;
    const isActive = Object.keys(now).length > 0;
    return {
      ...rest,
      emulated: shown,
      ...(isActive && { ends: `with reset, or ${idleMs / 1_000} seconds after the last call on this tab` }),
    };
  },
});

function emulationOf(args: z.output<ReturnType<typeof input>>): Emulation {
  const { colorScheme, reducedMotion, locale, timezone, latitude, longitude, network, cpuSlowdown } = args;
  if ((latitude === undefined) !== (longitude === undefined)) refuseMissing('latitude and longitude');
  return {
    ...screenOf(args),
    ...(colorScheme !== undefined && { colorScheme }),
    ...(reducedMotion !== undefined && { reducedMotion }),
    ...(locale !== undefined && { locale }),
    ...(timezone !== undefined && { timezone }),
    ...(latitude !== undefined && longitude !== undefined && { geolocation: { latitude, longitude } }),
    ...(network !== undefined && { network: connections[network] }),
    ...(cpuSlowdown !== undefined && { cpuSlowdown }),
  };
}

/** The size of a device may be changed; without a device both sides are needed. */
function screenOf({
  device,
  width,
  height,
  scale,
}: z.output<ReturnType<typeof input>>): Pick<Emulation, 'viewport' | 'userAgent'> {
  if (device === undefined && width === undefined && height === undefined && scale === undefined) return {};
  const { viewport, userAgent } = device === undefined ? {} : deviceEmulation(device);
  return {
    // A computer after a phone has the browser's own name again.
    ...(device !== undefined && { userAgent: userAgent ?? '' }),
    viewport: {
      width: width ?? viewport?.width ?? refuseMissing('width'),
      height: height ?? viewport?.height ?? refuseMissing('height'),
      scale: scale ?? viewport?.scale ?? 1,
      mobile: viewport?.mobile ?? false,
      touch: viewport?.touch ?? false,
    },
  };
}
