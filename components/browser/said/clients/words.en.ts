/** What is known of clients, in `lib/gateway/clients`. */
export const saidClientWords = [
  "Countersign does not know this client.",
  "It holds calls for less than a minute.",
  "It moves a call that takes more than two minutes to the background, and some remote questions are lost: then the card in the inbox answers.",
  "It declares that it can ask, and drops the question: Countersign asks in the inbox instead.",
  "It cannot ask its user: the card in the inbox answers.",
  "Its limits are not known.",
  "Its limits are not known, so calls are held for less than a minute.",
  'It has approvals of its own: with `approval_policy = "never"` it runs no tool of a server and declines questions by itself, unless the server has `default_tools_approval_mode = "approve"`; then the card in the inbox answers.',
  "With `{option}` it drops the question: the card in the inbox answers.",
  "It gives a call up after a minute, and comes back for its result.",
  "Version {version} does not say that it can ask its user: the card in the inbox answers.",
  "Calls that stay open for more than five minutes have been seen to hang.",
  // A client that wants to be let in.
  "It wants its answer here, where no client is.",
  "It wants its answer without encryption, at another computer.",
  "The request is not one that can be answered.",
  "It keeps its description at {host}, and Countersign could not read it there. Where Countersign has no way to that host, have the client register itself, or give it a key.",
] as const;
