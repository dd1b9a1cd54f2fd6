import { words } from "#lib/words/words.ts";

export const modelWords = words("models", {
  // choose-models.tsx
  modelsOfName: "Models of {name}",
  save: "Save",
  findAModel: "Find a model",
  modelsThatCanBeChosen: "Models that can be chosen",
  noModelHasThisName: "No model has this name.",
  readsTokens: "reads {tokens, number} tokens",
  howItIsAsked: "How it is asked",
  reasoning: "Reasoning",
  asTheProviderDoes: "As the provider does",
  temperature: "Temperature",
  from0To2Empty: "From 0 to 2. Empty: as the provider does.",
  longestAnswerInTokens: "Longest answer, in tokens",
  emptyAsTheProviderDoes: "Empty: as the provider does.",
  whatItReadsAtOnce: "What it reads at once, in tokens",
  aLongerChatIsSent: "A longer chat is sent without its first messages. Empty: the app does not know.",
  aLongerChatIsSent2:
    "A longer chat is sent without its first messages. Empty: {tokens, number}, as the provider says.",
  priceToRead: "Price to read",
  usDollarsForAMillion: "US dollars for a million tokens.",
  priceToWrite: "Price to write",
  // connect-model.tsx
  connectAModel: "Connect a model",
  connecting: "Connecting…",
  connect: "Connect",
  provider: "Provider",
  anotherServer: "Another server",
  address: "Address",
  aServerWithOpenaisApi: "A server with OpenAI’s API: Ollama, LM Studio, vLLM and others.",
  apiKey: "API key",
  apiKeyIfTheServer: "API key, if the server wants one",
  youMakeAKeyAt: "You make a key at {replace}. It is stored encrypted and never shown again.",
  onlyForMe: "Only for me",
  nobodyElseSeesTheseModels: "Nobody else sees these models or uses this key.",
  onlyYouSeeTheseModels: "Only you see these models and use this key.",
  // connection-row.tsx
  theServerCouldNotBe: "The server could not be reached.",
  testName: "Test {name}",
  testing: "Testing…",
  test: "Test",
  models: "Models",
  newKey: "New key",
  newKeyForName: "New key for {name}",
  disconnect: "Disconnect",
  disconnectName: "Disconnect {name}",
  disconnectAndForgetTheKey: "Disconnect and forget the key",
  onlyForYou: "· only for you",
  noModelIsShown: "No model is shown.",
  andShownMore: "and {shown} more",
  hostShownOfModelsModel: "{host}{shown} of {models} {models, plural, one {model} other {models}} shown",
  // first-model.tsx
  nameIsConnected: "{name} is connected",
  useItInThisChat: "Use it in this chat",
  model: "Model",
  youCanChangeIt: "You can change it at any time beside the message. Settings → Models shows more of them.",
  // models-screen.tsx
  aModelThatYouConnect:
    "A model that you connect answers in chats at once. Keys are stored encrypted; nothing shows them again.",
  setWhereTheAppWas:
    "Set where the app was started, by the variable <code>MODEL</code>, and the first is the default: {label}.",
  noModelIsConnectedChats:
    "No model is connected. Chats are answered by the demo model, which knows a few fixed requests.",
  noOtherModelIsConnected: "No other model is connected.",
  connectedModels: "Connected models",
  foundOnThisMachine: "Found on this machine",
  countedModels: "{models} {models, plural, one {model} other {models}}",
  connectName: "Connect {name}",
  defaultModel: "Default model",
  itAnswersInChatsThat: "It answers in chats that name no other model.",
  // new-model-key.tsx
  useThisKey: "Use this key",
  // tried-model.ts
  modelAnswered: "{model} answered.",
});
