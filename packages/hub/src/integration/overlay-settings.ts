import type { OverlaySettings } from '../options.ts';

type IntegrationSettings = { [Name in keyof OverlaySettings]: OverlaySettings[Name] | undefined };

/** Those options of an integration that the overlay uses, without the ones that are undefined. */
export function overlaySettings({
  theme,
  keys,
  captureErrors,
  review,
}: IntegrationSettings): OverlaySettings {
  return {
    ...(theme !== undefined && { theme }),
    ...(keys !== undefined && { keys }),
    ...(captureErrors !== undefined && { captureErrors }),
    ...(review !== undefined && { review }),
  };
}
