/** What hub.setup.ts tells the tests. */
declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of a hub that is up for as long as they run. */
    hub: string;
  }
}

export {};
