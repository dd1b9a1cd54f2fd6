/**
 * What a scripted model says, piece by piece. Plain JSON, so that a script can also stand in a file.
 *
 * A text piece is one chunk of the stream. `call` without `arguments` sends `{}`; a string is sent as it is, so that
 * malformed JSON can be scripted. At a `gate` the stream waits until the test opens it. `hang` waits until the client
 * goes away; `cut` breaks the connection. Calls with no other piece between them are parallel calls of one step.
 */
export type Piece =
  | string
  | { reasoning: string }
  | { call: string; arguments?: Record<string, unknown> | string; id?: string }
  | { gate: string }
  | { delayMs: number }
  | { hang: true }
  | { cut: true };

/** An HTTP error instead of an answer. A 429 says when to come back if `retryAfterSeconds` is given. */
export type Failure = { status: number; message?: string; code?: string; retryAfterSeconds?: number };

export type Answer = Piece[] | Failure;

/** Which request an answer is for; without it, the next one. */
export type When = {
  /** Contained in the last user message. */
  user?: string;
  /** Whether the request follows a person's message or the results of tools. */
  after?: "user" | "tool";
};

export type Step = Answer | { when: When; answer: Answer };

/** One request as the endpoint received it. */
export type ModelRequest = {
  api: "chat" | "responses";
  model: string;
  authorization: string | null;
  /** What the request follows, and the last user message. */
  after: "user" | "tool";
  user: string;
  /** Names of the offered tools. */
  tools: string[];
  /** Results of tools in the request, in order, as text. */
  toolResults: { id: string; text: string }[];
  body: Record<string, unknown>;
};

export function fits(step: Step, request: ModelRequest): boolean {
  if (Array.isArray(step) || !("when" in step)) return true;
  const { user, after } = step.when;
  return (user === undefined || request.user.includes(user)) && (after === undefined || request.after === after);
}

export function answerOf(step: Step): Answer {
  return !Array.isArray(step) && "answer" in step ? step.answer : step;
}
