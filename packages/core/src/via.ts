/** Where a reply was written, if not here. */
export interface Via {
  service: 'github';
  /** What the service calls it. */
  id: string;
  url: string;
}
