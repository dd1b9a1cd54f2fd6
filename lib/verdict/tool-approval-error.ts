/**
 * The approval layer itself failed (S3.4): a policy threw, returned an invalid value or did not return. A refusal is
 * never such an error. People see its message as the reason why they are asked; `cause` is for the log.
 */
export class ToolApprovalError extends Error {
  override readonly name = "ToolApprovalError";
}
