/** the event that tells a listener that others may have been missed: what it knows was told before the stream stood */
export const MISSED = 'missed';
/** the event that tells a listener that nothing is told until the stream stands again */
export const BROKEN = 'broken';

/** An event of a stream, or one of these two. */
export interface Told {
  event: string;
  data: unknown;
}
export type Hear = (told: Told) => void;
