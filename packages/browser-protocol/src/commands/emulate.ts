/** Shows a page as another device or connection does. */
import { z } from 'zod';

import { capped } from '@annotate-mcp/core/schema';

import type { CommandDefinition } from '../command-definition.ts';
import { page, tabId } from '../fields.ts';

const pixels = z.int().min(50).max(10_000);

/** Each part replaces what was emulated of it before; parts that are not named stay as they are. */
const emulationSchema = z.object({
  viewport: z
    .object({
      width: pixels,
      height: pixels,
      /** Pixels of the screen per CSS pixel. */
      scale: z.number().min(0.5).max(5),
      /** With the viewport and scroll bars of a phone. */
      mobile: z.boolean(),
      touch: z.boolean(),
    })
    .exactOptional(),
  /** Empty for the browser's own. */
  userAgent: capped(500).exactOptional(),
  colorScheme: z.enum(['light', 'dark']).exactOptional(),
  reducedMotion: z.boolean().exactOptional(),
  /** `de-DE` */
  locale: capped(50).exactOptional(),
  /** `Asia/Tokyo` */
  timezone: capped(100).exactOptional(),
  geolocation: z
    .object({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) })
    .exactOptional(),
  network: z
    .object({
      offline: z.boolean(),
      latencyMs: z.number().min(0).max(60_000),
      /** Bytes per second; -1 for no limit. */
      download: z.number().min(-1),
      upload: z.number().min(-1),
    })
    .exactOptional(),
  /** How many times slower the processor is. */
  cpuSlowdown: z.number().min(1).max(20).exactOptional(),
});

export type Emulation = z.output<typeof emulationSchema>;

/** Ends when the debugger is detached from the tab. */
const emulate = {
  needs: 'act',
  repeatable: false,
  words: {
    wants: 'Show the page as another device or connection does.',
    done: 'Changed how the page is shown',
    plain: 'change how the page is shown',
  },
  params: z.object({
    tabId,
    /** Ends what was emulated before, and then begins with `emulation`. */
    reset: z.boolean(),
    emulation: emulationSchema,
  }),
  result: z.object({
    ...page,
    /** All that is emulated now. */
    emulation: emulationSchema,
    /** CSS pixels of the page's viewport now. */
    width: z.number(),
    height: z.number(),
    /** The debugger is detached so long after the last command. */
    idleMs: z.number(),
  }),
} satisfies CommandDefinition;

export const emulationCommands = {
  emulate,
};
