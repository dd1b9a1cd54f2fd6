import type { TextsOf } from "#lib/words/words.ts";
import type { peopleWords } from "./words.en.ts";

/** What the settings of people say, in German. */
export const peopleWordsDe: TextsOf<typeof peopleWords> = {
  yourAccount: "Ihr Konto",
  changePassword: "Passwort ändern",
  whereYouAreSignedIn: "Wo Sie angemeldet sind",
  aBrowser: "Ein Browser",
  signOut: "Abmelden",
  signOutOfName: "Von {name} abmelden",
  thisOne: "(dieser)",
  yourPasswordIsChanged: "Ihr Passwort ist geändert",
  allYourOtherBrowsersAre:
    "Alle Ihre anderen Browser sind abgemeldet und bekommen keine Push-Mitteilungen mehr. Ihre API-Schlüssel gelten weiter; beenden Sie die, die Sie nicht kennen, unter API-Schlüssel.",
  done: "Fertig",
  changeYourPassword: "Passwort ändern",
  changeIt: "Ändern",
  presentPassword: "Jetziges Passwort",
  newPassword: "Neues Passwort",
  itWasNotConnectedTry: "Es wurde nicht verbunden. Versuchen Sie es noch einmal.",
  youCanSignInThrough: "Sie können sich über {providerName} anmelden.",
  connectProvidernameAndYouCan:
    "Verbinden Sie {providerName}, und Sie können sich auch darüber anmelden, mit diesem selben Konto.",
  disconnectProvidername: "{providerName} trennen",
  connectProvidername: "{providerName} verbinden",
  makeNameTheOwner: "{name} zum Eigentümer machen?",
  anInstanceHasOneOwner:
    "Eine Instanz hat einen Eigentümer. Sie sind von da an Admin und können das nicht selbst zurücknehmen.",
  keepIt: "Behalten",
  handItOver: "Übergeben",
  takeBack: "Zurücknehmen",
  takeBackTheInvitationOf: "Einladung von {email} zurücknehmen",
  sendThisLinkToEmail:
    "Schicken Sie {email} diesen Link selbst. Er gilt einmal, eine Woche lang, und wird nur dieses eine Mal gezeigt.",
  theInvitationIsReady: "Die Einladung ist fertig",
  invitationLink: "Einladungslink",
  inviteSomebody: "Jemanden einladen",
  makeALink: "Link erzeugen",
  eMailAddress: "E-Mail-Adresse",
  role: "Rolle",
  showReviewersNewChats: "Prüfern die Worte um Aufrufe aus meinen neuen Chats zeigen",
  whoMayAnswerThenReads:
    "Wer einen Aufruf für Sie beantworten darf, liest dann, solange er wartet, was Sie und der Assistent davor geschrieben haben. Jeder Chat hat diesen Schalter auch in seinen Einstellungen; Chats, die es schon gibt, bleiben, wie sie sind.",
  people: "Personen",
  thisAppIsYoursAlone:
    "Diese App gehört Ihnen allein. Um sie mit einem Team zu teilen, starten Sie sie mit <code>AUTH=team</code> und öffnen Sie den Link, den sie ausgibt: Ihre Chats bleiben Ihre, und Sie können andere einladen.",
  toComeBackABrowser:
    "Um zurückzukommen, braucht ein Browser einen neuen Link. Führen Sie dafür <code>npm run link</code> dort aus, wo Countersign installiert ist. Ein Browser, der einen Monat nicht benutzt wird, wird von selbst abgemeldet.",
  passkeys: "Passkeys",
  addAPasskey: "Passkey hinzufügen",
  withAPasskeyYourPassword:
    "Mit einem Passkey lässt Ihr Passwort allein niemanden herein. Sie zeigen ihn wieder, um für andere zu genehmigen, um Aufrufe mit hohem Risiko zu genehmigen und um Personen oder Regeln zu ändern.",
  passkeysNeedAnAddressWith:
    "Passkeys brauchen eine Adresse mit einem Namen, und diese App hat keine: Wer sie betreibt, kann PUBLIC_URL setzen.",
  remove: "Entfernen",
  removeThePasskeyName: "Passkey {name} entfernen",
  somebodyHasACopyOf: "Jemand hat eine Kopie davon, deshalb gilt er nichts mehr.",
  makeIt: "Anlegen",
  name: "Name",
  soThatYouKnowIt: "Damit Sie ihn wiedererkennen: zum Beispiel das Gerät, auf dem er ist.",
  roleOfName: "Rolle von {name}",
  resetPassword: "Passwort zurücksetzen",
  resetPasswordOfName: "Passwort von {name} zurücksetzen",
  signOutName: "{name} abmelden",
  enable: "Entsperren",
  disable: "Sperren",
  you: "(Sie)",
  hasNoAccountYet: "Hat noch kein Konto",
  idId: "Id {id}",
  disabledDisabledat: "Gesperrt {disabledAt}",
  sendThisLinkToName:
    "Schicken Sie {name} diesen Link selbst. Er gilt einmal, einen Tag lang, und wird nur dieses eine Mal gezeigt. Wer ihn öffnet, wählt das Passwort und ist angemeldet; alle anderen Sitzungen, die API-Schlüssel, Freigaben, Anmeldungen bei Servern, Modelle und Passkeys von {name} enden dann.",
  aLinkToChooseA: "Ein Link, um ein neues Passwort zu wählen",
  resetLink: "Link zum Zurücksetzen",
  signOutEverywhere: "Überall abmelden",
  connectedElsewhere: "Dieses Konto Ihrer Organisation ist hier mit jemand anderem verbunden.",
  connectedOtherwise: "Ein anderes Konto Ihrer Organisation ist schon mit Ihrem verbunden. Trennen Sie das zuerst.",
  emailNotVerified:
    "Ihre Organisation hat die E-Mail-Adresse dieses Kontos nicht bestätigt, deshalb gilt sie hier nicht.",
  domainNotAllowed: "Die E-Mail-Adresse dieses Kontos gehört zu keiner Domain, die hier eintreten darf.",
  connectingEnded: "Es hat zu lange gedauert, oder Sie haben sich inzwischen abgemeldet. Versuchen Sie es noch einmal.",
  youAre:
    "Sie sind {name}, {role, select, member {ein Mitglied: chattet und antwortet für die eigenen Aufrufe.} reviewer {ein Prüfer: ein Mitglied, das auch für die Aufrufe anderer antwortet.} admin {ein Admin: ein Mitglied, das auch Werkzeuge, Personen und Schlüssel verwaltet und für niemand anderen antwortet.} other {der Eigentümer: Sie dürfen hier alles.}}",
  invitedUntil:
    "Eingeladen als {role, select, member {Mitglied} reviewer {Prüfer} admin {Admin} other {Eigentümer}}; der Link gilt bis {expiresAt}",
  enableName: "{name} entsperren",
  disableName: "{name} sperren",
  signedInAndLast: "Angemeldet {signedInAt}, zuletzt hier {lastSeenAt}",
  signedInAt: "Angemeldet {signedInAt}",
  added: "Hinzugefügt {addedAt}",
  addedAndShown: "Hinzugefügt {addedAt}, zuletzt gezeigt {lastUsedAt}",
  joinedSignedOut: "Dabei seit {joinedAt}, abgemeldet",
  joinedLast: "Dabei seit {joinedAt}, zuletzt hier {lastSeenAt}",
  aNewRoleCounts:
    "Eine neue Rolle gilt ab dem nächsten Klick der Person. Gesperrte Personen werden sofort abgemeldet; ihre Chats bleiben.",
  noSecondPerson:
    "Wen Sie einladen, wem Sie eine Rolle geben, wessen Passwort Sie zurücksetzen oder wen Sie wieder hereinlassen, zählt 30 Tage lang bei Ihren Aufrufen nicht als zweite Person.",
  ownerAloneManages: "Prüfer und Admins werden allein vom Eigentümer eingeladen, geändert und zurückgesetzt.",
  roleHint: "{label}: {hint}",
};
