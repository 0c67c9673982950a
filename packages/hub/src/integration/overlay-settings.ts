import type { OverlaySettings } from '../options.ts';

type Given = { [Name in keyof OverlaySettings]: OverlaySettings[Name] | undefined };

/** What of an integration's options is the overlay's business; what was not said is not in it. */
export function overlaySettings({ theme, keys, captureErrors, review }: Given): OverlaySettings {
  return {
    ...(theme !== undefined && { theme }),
    ...(keys !== undefined && { keys }),
    ...(captureErrors !== undefined && { captureErrors }),
    ...(review !== undefined && { review }),
  };
}
