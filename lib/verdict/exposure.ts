/** Where a tool is on offer: in the chat, to clients of the gateway, or in both. */
export const exposures = ["chat", "gateway", "both"] as const;
export type Exposure = (typeof exposures)[number];

/** Whether a tool is on offer in one of the two places. */
export function isOfferedIn(exposure: Exposure, place: Exclude<Exposure, "both">): boolean {
  return exposure === "both" || exposure === place;
}

/** Whether a tool would be on offer where it was not before. */
export function isWiderExposure(exposure: Exposure, than: Exposure): boolean {
  return than !== "both" && exposure !== than;
}

/** The end of a sentence that begins with what is offered. */
export const exposureWords: { [Where in Exposure]: string } = {
  chat: "in the chat only",
  gateway: "to clients only",
  both: "in the chat and to clients",
};
