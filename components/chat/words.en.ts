import { words } from "#lib/words/words.ts";

export const chatWords = words("chat", {
  // chat-header.tsx
  newChat: "New chat",
  // chat-settings.tsx
  chatSettings: "Chat settings",
  instructions: "Instructions",
  whatTheAgentShouldKnow:
    "What the agent should know and how it should behave in this chat. They count from your next request on.",
  model: "Model",
  shadowMode: "Shadow mode: show calls, run nothing",
  theCallsAppear:
    "The agent’s tool calls appear in the chat and none of them runs. On: immediately. Off: from your next message.",
  showReviewersTheWords: "Show reviewers the words around a call",
  whoMayAnswerReads:
    "Who may answer a call of this chat for you reads, as long as it waits, what you and the assistant wrote before it. Nothing else of the chat.",
  cancel: "Cancel",
  saveSettings: "Save settings",
  // demo-banner.tsx
  demoModel:
    "<strong>Demo model.</strong> There is no AI behind this chat; it knows a few fixed requests. The tools, the cards and the files are real.",
  useARealModel: "Use a real model",
  // message/queued-line.tsx
  waitsForAnotherChat: "Waits until a form in another chat is answered.",
  waitsForThisChat: "Waits until your form in this chat is answered.",
  waitsForFormIn: "Waits until your form in {chat} is answered.",
  untitled: "Untitled",
  // model-picker.tsx
  modelAndPrice: "{label} · {read} to read, {written} to write a million tokens",
});
