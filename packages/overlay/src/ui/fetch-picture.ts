/** Fetches a picture of the hub by its address. */
export type FetchPicture = (address: string) => Promise<Blob>;
