import type { AppOnPage, InstructionsOnPage, ReviewStatus } from "#lib/policies/changes/tools-page.ts";
import type { InspectedServer } from "#lib/mcp/servers/inspected-server.ts";
import type { ToolReviewRow } from "#lib/store/schema/schema.ts";
import { definitionPieces, textOfApp, textOfInstructions, type TimeBudget } from "./definition-pieces.ts";
import type { ToolsInForce } from "./tools-in-force.ts";

/** Which definitions were accepted, and what time is left to compare the others with them. */
export type Reviewing = { force: ToolsInForce; budget: TimeBudget };

export function instructionsOnPage(
  { config, instructions }: InspectedServer,
  { force, budget }: Reviewing,
): InstructionsOnPage | null {
  if (instructions === null) return null;
  const { definition, accepted } = instructions;
  const { text, fingerprint, said } = definition;
  if (accepted) return { text, fingerprint, review: "accepted", definition: [] };
  const review = force.reviewOf(config.id, definition.name);
  const former = review?.definition_json ?? null;
  const pieces = definitionPieces(former, said, budget, textOfInstructions);
  return {
    text,
    fingerprint,
    review: reviewStatusOf(review, force.isRejected(config.id, definition)),
    definition: pieces,
  };
}

export function appsOnPage({ config, apps }: InspectedServer, { force, budget }: Reviewing): AppOnPage[] {
  return apps.map(({ definition, accepted }) => {
    const { name, fingerprint, said, domains } = definition;
    const { connect, resources, leftOut } = domains;
    const shown = { name, fingerprint, reach: { connect, resources, leftOut } };
    if (accepted) return { ...shown, review: "accepted", definition: [] };
    const review = force.reviewOf(config.id, name);
    const pieces = definitionPieces(review?.definition_json ?? null, said, budget, textOfApp);
    return { ...shown, review: reviewStatusOf(review, force.isRejected(config.id, definition)), definition: pieces };
  });
}

/** The status of a definition that is not accepted. */
export function reviewStatusOf(review: ToolReviewRow | null, isRejected: boolean): ReviewStatus {
  if (isRejected) return "rejected";
  return review?.definition_json == null ? "new" : "changed";
}
