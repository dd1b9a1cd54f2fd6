/** What was learnt of one server's ways; its connections share it. */
export type Manners = {
  /** A program that said nothing when it was asked for its protocol, or ended. It is not asked again. */
  isOld: boolean;
  /** It says nothing to a `ping`, and answers other requests. */
  ignoresPing: boolean;
  /** Tools during whose calls it asked people in a way that names no call; "" stands for none. */
  asking: Set<string>;
};

export function unknownManners(): Manners {
  return { isOld: false, ignoresPing: false, asking: new Set() };
}
