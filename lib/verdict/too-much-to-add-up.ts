import { ToolApprovalError } from "./tool-approval-error.ts";

/** A sum over more calls than are read at once. A rule that refuses refuses then; any other is undecided. */
export class TooMuchToAddUp extends ToolApprovalError {}
