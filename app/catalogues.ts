import { approvalWordsDe } from "#lib/approvals/words.de.ts";
import { approvalWords } from "#lib/approvals/words.en.ts";
import { trailWordsDe } from "#lib/audit/words.de.ts";
import { trailWords } from "#lib/audit/words.en.ts";
import { elicitationWordsDe } from "#lib/elicitation/words.de.ts";
import { elicitationWords } from "#lib/elicitation/words.en.ts";
import { grantWordsDe } from "#lib/grants/words.de.ts";
import { grantWords } from "#lib/grants/words.en.ts";
import { ruleWordsDe } from "#lib/policies/words.de.ts";
import { ruleWords } from "#lib/policies/words.en.ts";
import { untrustedWordsDe } from "#lib/untrusted/words.de.ts";
import { untrustedWords } from "#lib/untrusted/words.en.ts";
import { readSpeech } from "#lib/words/read-messages.ts";
import type { Texts, TextsOf, Words } from "#lib/words/words.ts";
import { auditWordsDe } from "#components/audit/words.de.ts";
import { auditWords } from "#components/audit/words.en.ts";
import { wordsInEnglishDe } from "#components/browser/words.de.ts";
import { wordsInEnglish } from "#components/browser/words.en.ts";
import { cardWordsDe } from "#components/cards/words.de.ts";
import { cardWords } from "#components/cards/words.en.ts";
import { appWordsDe } from "#components/chat/app/words.de.ts";
import { appWords } from "#components/chat/app/words.en.ts";
import { chatWordsDe } from "#components/chat/words.de.ts";
import { chatWords } from "#components/chat/words.en.ts";
import { clientWordsDe } from "#components/clients/words.de.ts";
import { clientWords } from "#components/clients/words.en.ts";
import { inboxWordsDe } from "#components/inbox/words.de.ts";
import { inboxWords } from "#components/inbox/words.en.ts";
import { modelWordsDe } from "#components/settings/models/words.de.ts";
import { modelWords } from "#components/settings/models/words.en.ts";
import { notificationWordsDe } from "#components/settings/notifications/words.de.ts";
import { notificationWords } from "#components/settings/notifications/words.en.ts";
import { peopleWordsDe } from "#components/settings/people/words.de.ts";
import { peopleWords } from "#components/settings/people/words.en.ts";
import { policyWordsDe } from "#components/settings/policies/words.de.ts";
import { policyWords } from "#components/settings/policies/words.en.ts";
import { settingsWordsDe } from "#components/settings/words.de.ts";
import { settingsWords } from "#components/settings/words.en.ts";
import { shellWordsDe } from "#components/shell/words.de.ts";
import { shellWords } from "#components/shell/words.en.ts";
import { signInWordsDe } from "#components/sign-in/words.de.ts";
import { signInWords } from "#components/sign-in/words.en.ts";
import { toolWordsDe } from "#components/tools/words.de.ts";
import { toolWords } from "#components/tools/words.en.ts";
import { uiWordsDe } from "#components/ui/words.de.ts";
import { uiWords } from "#components/ui/words.en.ts";
import { pageWordsDe } from "./words.de.ts";
import { pageWords } from "./words.en.ts";

type Translated = { words: Words; german: Texts };

function translated<Of extends Words>(words: Of, german: TextsOf<Of>): Translated {
  return { words, german };
}

/** Every catalogue that a page may show. */
export const catalogues: readonly Translated[] = [
  translated(appWords, appWordsDe),
  translated(approvalWords, approvalWordsDe),
  translated(auditWords, auditWordsDe),
  translated(cardWords, cardWordsDe),
  translated(chatWords, chatWordsDe),
  translated(clientWords, clientWordsDe),
  translated(elicitationWords, elicitationWordsDe),
  translated(grantWords, grantWordsDe),
  translated(inboxWords, inboxWordsDe),
  translated(modelWords, modelWordsDe),
  translated(notificationWords, notificationWordsDe),
  translated(pageWords, pageWordsDe),
  translated(peopleWords, peopleWordsDe),
  translated(policyWords, policyWordsDe),
  translated(ruleWords, ruleWordsDe),
  translated(settingsWords, settingsWordsDe),
  translated(shellWords, shellWordsDe),
  translated(signInWords, signInWordsDe),
  translated(toolWords, toolWordsDe),
  translated(trailWords, trailWordsDe),
  translated(uiWords, uiWordsDe),
  translated(untrustedWords, untrustedWordsDe),
  translated(wordsInEnglish, wordsInEnglishDe),
];

export const german = readSpeech({
  language: "de",
  texts: Object.fromEntries(catalogues.map(({ words, german: texts }) => [words.name, texts])),
});
