/**
 * The approval layer itself failed (S3.4): a policy threw, answered nonsense or did not answer. A refusal is
 * never such an error. Its message is shown to people as the reason why they are asked; `cause` is for the log.
 */
export class ToolApprovalError extends Error {
  override readonly name = "ToolApprovalError";
}
