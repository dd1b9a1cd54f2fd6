import type { TextsOf } from "#lib/words/words.ts";
import type { modelWords } from "./words.en.ts";

/** What the settings of models say, in German. */
export const modelWordsDe: TextsOf<typeof modelWords> = {
  // choose-models.tsx
  modelsOfName: "Modelle von {name}",
  save: "Speichern",
  findAModel: "Modell suchen",
  modelsThatCanBeChosen: "Modelle, die man wählen kann",
  noModelHasThisName: "Kein Modell heißt so.",
  readsTolocalestringTokens: "liest {toLocaleString} Token",
  howItIsAsked: "Wie es gefragt wird",
  reasoning: "Nachdenken",
  asTheProviderDoes: "Wie der Anbieter es tut",
  temperature: "Temperatur",
  from0To2Empty: "Von 0 bis 2. Leer: wie der Anbieter es tut.",
  longestAnswerInTokens: "Längste Antwort, in Token",
  emptyAsTheProviderDoes: "Leer: wie der Anbieter es tut.",
  whatItReadsAtOnce: "Was es auf einmal liest, in Token",
  aLongerChatIsSent: "Ein längerer Chat wird ohne seine ersten Nachrichten gesendet. Leer: Die App weiß es nicht.",
  aLongerChatIsSent2:
    "Ein längerer Chat wird ohne seine ersten Nachrichten gesendet. Leer: {toLocaleString}, nach Angabe des Anbieters.",
  priceToRead: "Preis fürs Lesen",
  usDollarsForAMillion: "US-Dollar für eine Million Token.",
  priceToWrite: "Preis fürs Schreiben",
  // connect-model.tsx
  connectAModel: "Ein Modell verbinden",
  connecting: "Wird verbunden …",
  connect: "Verbinden",
  provider: "Anbieter",
  address: "Adresse",
  aServerWithOpenaisApi: "Ein Server mit der API von OpenAI: Ollama, LM Studio, vLLM und andere.",
  apiKey: "API-Schlüssel",
  apiKeyIfTheServer: "API-Schlüssel, falls der Server einen will",
  youMakeAKeyAt:
    "Einen Schlüssel erzeugen Sie bei {replace}. Er wird verschlüsselt gespeichert und nie wieder gezeigt.",
  onlyForMe: "Nur für mich",
  nobodyElseSeesTheseModels: "Niemand sonst sieht diese Modelle oder benutzt diesen Schlüssel.",
  onlyYouSeeTheseModels: "Nur Sie sehen diese Modelle und benutzen diesen Schlüssel.",
  // connection-row.tsx
  theServerCouldNotBe: "Der Server war nicht erreichbar.",
  testName: "{name} ausprobieren",
  testing: "Wird ausprobiert …",
  test: "Ausprobieren",
  models: "Modelle",
  newKey: "Neuer Schlüssel",
  newKeyForName: "Neuer Schlüssel für {name}",
  disconnect: "Trennen",
  disconnectName: "{name} trennen",
  disconnectAndForgetTheKey: "Trennen und den Schlüssel vergessen",
  onlyForYou: "· nur für Sie",
  noModelIsShown: "Kein Modell wird gezeigt.",
  andShownMore: "und {shown} weitere",
  hostShownOfModelsModel: "{host}{shown} von {models} {models, plural, one {Modell} other {Modellen}} gezeigt",
  // models-screen.tsx
  aModelThatYouConnect:
    "Ein Modell, das Sie verbinden, antwortet sofort in Chats. Schlüssel werden verschlüsselt gespeichert; nichts zeigt sie wieder.",
  setWhereTheAppWas:
    "Festgelegt, wo die App gestartet wurde, mit der Variable <code>MODEL</code>; das erste gilt, wo kein anderes gewählt ist: {label}.",
  noModelIsConnectedChats:
    "Kein Modell ist verbunden. In Chats antwortet das Demo-Modell, das einige feste Anfragen kennt.",
  noOtherModelIsConnected: "Kein anderes Modell ist verbunden.",
  connectedModels: "Verbundene Modelle",
  foundOnThisMachine: "Auf diesem Rechner gefunden",
  connectName: "{name} verbinden",
  defaultModel: "Standardmodell",
  itAnswersInChatsThat: "Es antwortet in Chats, die kein anderes Modell nennen.",
  // new-model-key.tsx
  useThisKey: "Diesen Schlüssel benutzen",
  modelAnswered: "{model} hat geantwortet.",
};
