/** Something that must not have happened. `rule` is one word for it, `about` names whom it happened to. */
export type Violation = { rule: Rule; about: string; detail: string };

export type Rule =
  | "executed-twice"
  | "executed-without-accept"
  | "executed-against-answer"
  | "executed-other-bytes"
  | "executed-unrecorded"
  | "started-twice"
  | "started-by-older-holder"
  | "decided-twice"
  | "decided-after-deadline"
  | "decision-lost"
  | "decision-flipped"
  | "told-wrongly"
  | "turn-lost"
  | "never-ended"
  | "record-missing"
  | "server-not-waited-for"
  | "healthy-holder-evicted"
  | "answered-late"
  | "answered-unclearly"
  | "died-by-itself"
  | "hardly-executed";
