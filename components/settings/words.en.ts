import { words } from "#lib/words/words.ts";

export const settingsWords = words("settings", {
  // agent-hooks.tsx
  agentsThatRunTheirOwn: "Agents that run their own tools",
  claudeCodeCodexAndOthers:
    "Claude Code, Codex and others have a shell and an editor of their own. A hook lets each ask you before it uses them, on the same card and in the same inbox. It is <link>one file</link> and needs Node 18 or newer. An agent that wants to can go around its hooks.",
  titleHook: "{title} hook",
  makeAKey: "Make a key",
  makeAKeyForTitle: "Make a key for {title}",
  itAsksAndDoesNothing: "It asks and does nothing else. One key for each machine, for 90 days.",
  onTheMachineOfThe: "On the machine of the agent; it asks for the key, and keeps what stands in the agent’s settings:",
  orByHandSaveThe:
    "Or by hand: save the file as <code>~/countersign-hook.mjs</code> and the key as <code2>~/.countersign/{agent}.key</code2>, and add to {where}:",
  theKeyForTitle: "The key for {title}",
  pasteItWhenTheHook: "Paste it when the hook asks for it. It is shown this one time.",
  apiKey: "API key",
  // client-offer.tsx
  whatClientsAreOffered: "What clients are offered",
  toolsOnOffer: "Tools on offer",
  offeredOnOffer: "{offered} on offer.",
  notOfferedBecauseTheRisk: "not offered, because the risk is above {mostRisk} of 5",
  forTheChatOnly: "for the chat only",
  waitingNotOfferedUntilSomebody:
    "{waiting} not offered, <link>until somebody has reviewed {waiting2, plural, one {it} other {them}}</link>.",
  highestRisk: "Highest risk",
  eachToolCanBeKept: "Each tool can be kept for the chat, or for clients, on the Tools page.",
  toolsUpToRisk: "Tools up to risk {risk} of 5",
  andMoreMore: "and {more} more",
  // clients-screen.tsx
  clients: "Clients",
  claudeCodeCursorAndOther:
    "Claude Code, Cursor and other MCP clients that use your tools through Countersign. Each comes in by an <link>API key</link>, which also says how far an Approve inside the client counts; revoke the key to shut its client out. What would ask you still asks you, here or there.",
  noClientHasCalledA: "No client has called a tool yet.",
  // consent-screen.tsx
  letAClientInCountersign: "Let a client in · Countersign",
  letAClientIn: "Let a client in",
  thisRequestCannotBeAnswered: "This request cannot be answered",
  theClientAskedInA: "The client asked in a way that is not allowed: {wrong}",
  theClientAskedForSomething:
    "The client asked for something that there is not. <link>Go back to it</link>, where it may say what is wrong.",
  giveItANameFirst: "Give it a name first.",
  enterAloneLetsNobodyIn: "Enter alone lets nobody in. Press Space.",
  thatWasTooSoonWait: "That was too soon. Wait a moment.",
  goOnInTheClient: "Go on in the client. You can close this page.",
  nameWantsToUseYour: "“{name}” wants to use your tools",
  ifYouLetItIn: "If you let it in, it may",
  seeWhichToolsThereAre:
    "see which tools there are here, and call them in your name{person}, by the same rules as in the chat;",
  askYouAboutCallsHere: "ask you about calls, here or in its own window. What would ask you still asks you.",
  itCannotAnswerCardsHere:
    "It cannot answer cards here, change settings or read your chats. It stays in for 90 days at most; under Settings, Clients you can shut it out at any time.",
  whatYouCallIt: "What you call it",
  rulesAndTheAuditTrail: "Rules and the audit trail use this name, so the client does not choose it.",
  anApproveInsideThisClient: "An Approve inside this client counts for",
  theClientThenSaysThat:
    "The client then says that you approved, and nobody here can check that. Calls above it, and all of L4 and L5, wait for you in Countersign.",
  noCallIApproveIn: "No call: I approve in Countersign",
  callsUpToRiskRisk: "Calls up to risk {risk}",
  letItIn: "Let it in",
  refuse: "Refuse",
  theNameIsTheClients: "The name is the client’s own word. <strong>Nobody vouches for it.</strong>",
  itsDescriptionIsKeptBy: "Its description is kept by {vouchedBy}.",
  itGetsInThroughA:
    "It gets in through <strong>a program on your computer</strong>: only go on if you have just started it yourself.",
  itsLinksBeginWith: "Its links begin with {scheme} Any program may choose this word. It is not a website.",
  itGetsInThroughHost: "It gets in through {host}: only go on if you were there a moment ago.",
  // grant-row.tsx
  untitled: "Untitled",
  revoke: "Revoke",
  revokeTheGrantForToolname: "Revoke the grant for {toolName}",
  // grants-screen.tsx
  grants: "Grants",
  whatYouHaveAllowedTo:
    "What you have allowed to run without asking you again. You give a grant on a card, under “More options”. Once it is revoked, nothing starts on it any more.",
  newGrant: "New grant",
  thereAreNoStandingGrants: "There are no standing grants: every call that should ask you does.",
  standingGrants: "Standing grants",
  endedEnded: "Ended: {ended}",
  endedGrants: "Ended grants",
  // how-to-connect.tsx
  connectAClient: "Connect a client",
  makeAnApiKeyThat:
    "Make an API key that may use tools, and put it where <code>'<key>'</code> stands. Any other client: streamable HTTP at {address}, with the key as bearer token.",
  // key-row.tsx
  tools: "Tools",
  toolsOfName: "Tools of {name}",
  ofName: "of {name}",
  anApproveInItsClient: "· An Approve in its client counts up to risk {attests}",
  noTool: "no tool",
  itsClientIsOfferedOnly: "Its client is offered only: {titleOf}",
  csIdMade: "<code>cs_{id}_…</code>, made",
  ofHostLetIn: "Of {host}, let in",
  neverUsed: "never used",
  lastUsedLastusedat: "last used {lastUsedAt}",
  revokedRevokedat: "revoked {revokedAt}",
  // keys-screen.tsx
  apiKeys: "API keys",
  aProgramWithAKey:
    "A program with a key acts in your name, and only for what the key is good for. How to use one is in docs/rest.md; the API describes itself at <code>/api/openapi.json</code>.",
  newKey: "New key",
  noActiveKeys: "No active keys.",
  revokedOrExpiredEnded: "Revoked or expired: {ended}",
  // let-in-again.tsx
  letItInAgain: "Let it in again?",
  nameMayThenUseThe: "{name} may then use the tools again, by the same rules as before.",
  letInAgain: "Let in again",
  letInAgainName: "Let in again: {name}",
  // narrow-key.tsx
  offerOnlyThese: "Offer only these",
  theOthersAreTakenAway:
    "The others are taken away at once, for good. New tools of a server are not added by themselves. To offer more, make another key. From then on this one is good for MCP alone: the chat and the rest of the API refuse it.",
  // new-grant.tsx
  weCouldntConfirmThatThis: "We couldn’t confirm that this arrived. Look at the list before you repeat it.",
  tool: "Tool",
  toolnameOnServertitle: "{toolName} on {serverTitle}",
  giveThisGrant: "Give this grant",
  // new-key.tsx
  copyItNowToWhere: "Copy it now to where the program finds it. It is shown this one time.",
  yourNewKey: "Your new key",
  newApiKey: "New API key",
  makeTheKey: "Make the key",
  name: "Name",
  theProgramThatWillHave: "The program that will have it, so that you know it again.",
  whatItIsGoodFor: "What it is good for",
  toolsOfItsClient: "Tools of its client",
  allThatClientsAreOffered: "All that clients are offered",
  onlySome: "Only some",
  aKeyForSomeToolsIs: "Such a key is good for MCP alone: the chat and the rest of the API refuse it.",
  anApproveInsideAnMcp: "An Approve inside an MCP client counts for",
  youAnswerInTheClient: "You answer in the client by",
  someClientsAcceptAQuestion:
    "Some clients accept a question that they never showed you. A choice in the question stops that.",
  choosingApproveOrDecline: "Choosing Approve or Decline",
  itsOwnAcceptAndDecline: "Its own Accept and Decline",
  endsByItselfAfter: "Ends by itself after",
  daysDays: "{days} days",
  notTogetherNoProgramBoth: "Not together: no program both asks for calls and answers for them.",
  // revoke-key.tsx
  revokeForGood: "Revoke for good",
  // self-tests.tsx
  testAClient: "Test a client",
  pasteThisSentenceIntoYour:
    "Paste this sentence into your client. The client then calls a tool that asks you and does nothing else. This page shows how you were asked, and keeps the latest test with each client above.",
  copy: "Copy",
  wordsWaitingForAClient: "{words} Waiting for a client to call the tool.",
  // settings-screen.tsx
  settings: "Settings",
  // signed-in-clients.tsx
  signedIn: "Signed in",
  revokedRevoked: "Revoked: {revoked}",
  aClientThatWasRevoked:
    "A client that was revoked stays out, whatever tokens it still gets{mayLetIn, select, yes {, until you let it in again.} other {, until the owner lets it in again.}}",
  revokedClients: "Revoked clients",
  policies: "Policies",
  willItAsk: "Will it ask?",
  models: "Models",
  notifications: "Notifications",
  people: "People",
  language: "Language",
  languageOfThePages:
    "The language of the pages, in all your browsers. What tools, servers and people write stays as it is. The exported record and what the model is told are in English.",
  asTheBrowserAsks: "As the browser asks ({language})",
  readApprovals: "Read approvals",
  whatReadingApprovalsIs: "What waits for you and what was decided, with its arguments.",
  answerApprovals: "Answer approvals",
  whatAnsweringIs:
    "Approve and decline in your name. Never high-risk calls, and never what a program asked for in your name.",
  useTheChat: "Use the chat and its tools",
  whatUsingTheChatIs: "Also for Claude Code, Cursor and other MCP clients. What would ask you still asks you.",
  askBeforeItsTools: "Ask before its own tools run",
  whatAskingIs: "For an agent that runs its own tools: it asks you first, and reads nothing here.",
  readTheTrail: "Read the audit trail",
  whatReadingTheTrailIs: "As much of it as you may see yourself.",
  readMetrics: "Read metrics",
  whatReadingMetricsIs: "Counts for Prometheus at /api/metrics.",
  countedTools: "{tools, plural, =0 {No tools} one {One tool} other {# tools}}",
  expiredAt: "expired {at}",
  expiresAt: "expires {at}",
  revoked: "Revoked",
  usedUp: "Used up",
  definitionChanged: "Ended because the tool changed",
  serverRemoved: "Ended because its server was removed",
  signedInAnew: "Ended because somebody signed in to its server anew, for everybody",
  endedByReset: "Ended because your password was reset",
  endedByDisabling: "Ended because you were disabled",
  acceptOutdated: "Ended because the approval it was given with did not count",
  askedByProgram: "Ended because a program began to use the chat",
  lapsed: "Ran out",
  usedTimes: "{uses, plural, =0 {Not used yet} one {Used # time} other {Used # times}}",
  usedOf: "Used {uses} of {most} times",
  spentOf: "{used}, {spent} of {total}",
  lastUsed: "last {at}",
  givenAt: "given {at}",
  givenInAt: "given {at} in {chat}",
  endedAt: "{why} {at}",
  noKeyNeededHere:
    "A client that knows OAuth needs no key: give it the address alone. It opens a page here, and you let it in.",
  noKeyNeededIssuer: "A client that knows OAuth needs no key: give it the address alone. Your organisation lets it in.",
  inATerminal: "In a terminal",
  keyInVariable: "{file}; the key in {variable}",
  throughRemote: "{file}, through {program}",
  orExit: "“|| exit 2” makes a no of every crash; keep it.",
  passesClaude:
    "Claude Code goes on without an answer when the hook crashes, is missing or takes longer than “timeout”.",
  passesCodex:
    "Codex runs without the hook until you trust it there: it asks when it starts, and /hooks shows it; “codex exec” does not say so. It also goes on without an answer when the hook crashes, is missing or takes longer than “timeout”.",
  passesGemini: "Gemini CLI goes on without an answer when the hook crashes or takes longer than “timeout”.",
  passesCursor:
    "Cursor goes on without an answer when the hook fails or takes too long, unless “failClosed” is true; keep it.",
  passesCopilot:
    "Copilot CLI goes on without an answer when the hook takes longer than “timeoutSec”. A hook that crashes or is missing is a no.",
  doThisTo: "{action} {name}",
});
