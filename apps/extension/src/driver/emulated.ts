import type { Protocol } from 'devtools-protocol';

import type { Emulation } from '@annotate-mcp/browser-protocol';

import type { Cdp, SessionId } from './cdp.ts';
import { CommandError } from './command-error.ts';

/** What a tab pretends to be: another screen, place or connection. Chrome ends it with the debugger's session. */
export class Emulated {
  readonly #cdp: Cdp;
  #current: Emulation = {};

  constructor(cdp: Cdp) {
    this.#cdp = cdp;
    cdp.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
      if (targetInfo.type === 'iframe')
        void this.#applyToFrame(this.#current, sessionId).catch(() => undefined);
    });
  }

  get current(): Emulation {
    return this.#current;
  }

  /** Must be called when the debugger was attached anew: Chrome has ended all of it. */
  forget(): void {
    this.#current = {};
  }

  /** `sessions` are those of the page and of its frames in processes of their own. */
  async add(emulation: Emulation, sessions: Iterable<SessionId>): Promise<void> {
    await this.#applyToPage(emulation);
    for (const session of sessions) await this.#applyToFrame(emulation, session);
    this.#current = { ...this.#current, ...emulation };
  }

  async reset(sessions: Iterable<SessionId>): Promise<void> {
    const { viewport, userAgent, geolocation, network, cpuSlowdown, locale, timezone } = this.#current;
    this.#current = {};
    if (viewport !== undefined) {
      await this.#cdp.send('Emulation.clearDeviceMetricsOverride', {});
      await this.#cdp.send('Emulation.setTouchEmulationEnabled', { enabled: false });
    }
    if (userAgent !== undefined || locale !== undefined)
      await this.#cdp.send('Emulation.setUserAgentOverride', { userAgent: '' });
    if (geolocation !== undefined) await this.#cdp.send('Emulation.clearGeolocationOverride', {});
    for (const session of sessions) {
      await this.#cdp.send('Emulation.setEmulatedMedia', { media: '', features: [] }, session);
      if (network !== undefined) await this.#setNetwork(unlimited, session);
      if (cpuSlowdown !== undefined)
        await this.#cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 }, session);
      if (locale !== undefined) await this.#cdp.send('Emulation.setLocaleOverride', {}, session);
      if (timezone !== undefined)
        await this.#cdp.send('Emulation.setTimezoneOverride', { timezoneId: '' }, session);
    }
  }

  async #applyToPage({ viewport, userAgent, geolocation, locale }: Emulation): Promise<void> {
    if (viewport !== undefined) {
      const { width, height, scale, mobile, touch } = viewport;
      const metrics = { width, height, deviceScaleFactor: scale, mobile };
      await this.#cdp.send('Emulation.setDeviceMetricsOverride', metrics);
      await this.#cdp.send('Emulation.setTouchEmulationEnabled', { enabled: touch });
    }
    if (userAgent !== undefined || locale !== undefined)
      await this.#setUserAgent(userAgent ?? this.#current.userAgent ?? '', locale ?? this.#current.locale);
    if (geolocation !== undefined)
      await this.#cdp.send('Emulation.setGeolocationOverride', { ...geolocation, accuracy: 10 });
  }

  async #applyToFrame(emulation: Emulation, session: SessionId): Promise<void> {
    const { network, cpuSlowdown, locale, timezone } = emulation;
    const features = mediaFeatures({ ...this.#current, ...emulation });
    if (features.length > 0) await this.#cdp.send('Emulation.setEmulatedMedia', { features }, session);
    if (network !== undefined) await this.#setNetwork(network, session);
    if (cpuSlowdown !== undefined)
      await this.#cdp.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown }, session);
    if (locale !== undefined)
      await this.#cdp.send('Emulation.setLocaleOverride', { locale }, session).catch((error: unknown) => {
        if (!isInEffect(error)) throw unknownValueError('locale', locale, 'de-DE');
      });
    if (timezone !== undefined)
      await this.#cdp
        .send('Emulation.setTimezoneOverride', { timezoneId: timezone }, session)
        .catch((error: unknown) => {
          if (!isInEffect(error)) throw unknownValueError('time zone', timezone, 'Asia/Tokyo');
        });
  }

  /** An empty name is the browser's own. A language can be given only together with a name. */
  async #setUserAgent(name: string, language: string | undefined): Promise<void> {
    const userAgent = name === '' && language !== undefined ? navigator.userAgent : name;
    await this.#cdp.send('Emulation.setUserAgentOverride', {
      userAgent,
      ...(language !== undefined && { acceptLanguage: language }),
    });
  }

  async #setNetwork(
    { offline, latencyMs, download, upload }: NonNullable<Emulation['network']>,
    session: SessionId,
  ): Promise<void> {
    await this.#cdp.send(
      'Network.emulateNetworkConditions',
      { offline, latency: latencyMs, downloadThroughput: download, uploadThroughput: upload },
      session,
    );
  }
}

const unlimited = { offline: false, latencyMs: 0, download: -1, upload: -1 } as const;

function mediaFeatures({ colorScheme, reducedMotion }: Emulation): Protocol.Emulation.MediaFeature[] {
  return [
    ...(colorScheme === undefined ? [] : [{ name: 'prefers-color-scheme', value: colorScheme }]),
    ...(reducedMotion === undefined
      ? []
      : [{ name: 'prefers-reduced-motion', value: reducedMotion ? 'reduce' : 'no-preference' }]),
  ];
}

/** Frames of one process share it: the second one is told that it is set already. */
function isInEffect(error: unknown): boolean {
  return /already in effect/i.test(String(error));
}

function unknownValueError(what: string, value: string, example: string): CommandError {
  return new CommandError(
    'command/invalid',
    `The browser does not know the ${what} ${JSON.stringify(value)}.`,
    `Pass one like ${example}.`,
  );
}
