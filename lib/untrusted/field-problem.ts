/** What is wrong with one field of what somebody sent. `path` is its name, "" for the whole; `message` is a sentence. */
export type FieldProblem = { path: string; message: string };
