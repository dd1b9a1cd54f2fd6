import type { TextsOf } from "#lib/words/words.ts";
import type { signInWords } from "./words.en.ts";

/** What a browser says to whoever signs in, in German. */
export const signInWordsDe: TextsOf<typeof signInWords> = {
  countersign: "Countersign",
  toGetALinkRun:
    "Einen Link bekommen Sie so: Führen Sie <code>npm run link</code> dort aus, wo Countersign installiert ist, und öffnen Sie, was es ausgibt. Ein Link gilt einmal, zehn Minuten lang.",
  tryAgain: "Noch einmal versuchen",
  thisBrowserKeepsNoData: "Dieser Browser behält hier keine Daten",
  countersignNeedsItToKnow: "Countersign braucht das, um Ihren Browser wiederzuerkennen.",
  allowThisSiteToKeep: "Erlauben Sie dieser Seite, Daten und Cookies zu behalten, und laden Sie sie dann neu.",
  titleCountersign: "{title} · Countersign",
  lookingAtYourInvitation: "Ihre Einladung wird geprüft",
  thisInvitationDoesNotWork: "Diese Einladung gilt nicht",
  joinTheTeam: "Dem Team beitreten",
  eMailAddress: "E-Mail-Adresse",
  yourName: "Ihr Name",
  join: "Beitreten",
  atLeast12CharactersA: "Mindestens 12 Zeichen. Einige Wörter merkt man sich leicht.",
  showYourPasskey: "Zeigen Sie Ihren Passkey",
  yourPasswordIsRightYour: "Ihr Passwort stimmt. Ihr Konto verlangt auch Ihren Passkey.",
  backToThePassword: "Zurück zum Passwort",
  lostYourPasskeyAskThe:
    "Passkey verloren? Bitten Sie den Eigentümer oder einen Admin um einen Link, mit dem Sie ein neues Passwort wählen: Er entfernt auch Ihre Passkeys.",
  signIn: "Anmelden",
  password: "Passwort",
  forgotYourPasswordAskThe:
    "Passwort vergessen? Bitten Sie den Eigentümer oder einen Admin um einen Link, mit dem Sie ein neues wählen.",
  signInWithName: "Mit {name} anmelden",
  lookingAtYourLink: "Ihr Link wird geprüft",
  thisLinkDoesNotWork: "Dieser Link gilt nicht",
  forNameItSignsYou:
    "Für {name}. Sie werden damit überall sonst abgemeldet, Ihre API-Schlüssel, Freigaben und Anmeldungen bei Servern enden, und Ihre Modelle und Passkeys werden entfernt.",
  chooseANewPassword: "Neues Passwort wählen",
  newPassword: "Neues Passwort",
  setThePassword: "Passwort setzen",
  youAreSignedInTo: "Sie sind bei {outcome} angemeldet",
  youAreNotSignedIn: "Sie sind nicht angemeldet",
  youCanCloseThisTab: "Sie können diesen Tab schließen oder <link>zu den Werkzeugen gehen</link>.",
  thisLinkReplacesTheOwners:
    "Dieser Link ersetzt Name, Adresse und Passwort des Eigentümers, meldet den Eigentümer überall sonst ab und beendet seine API-Schlüssel, Freigaben, Anmeldungen bei Servern, eigenen Modelle und Passkeys.",
  thisAccountIsTheOwners: "Dieses Konto gehört dem Eigentümer: Es kann hier alles und lädt alle anderen ein.",
  setTheOwnersAccountUp: "Konto des Eigentümers neu einrichten",
  setUpCountersign: "Countersign einrichten",
  setUpAnew: "Neu einrichten",
  createTheOwnersAccount: "Konto des Eigentümers anlegen",
  confirmThatItIsYou: "Bestätigen Sie, dass Sie es sind",
  confirm: "Bestätigen",
  toGoOnSignIn: "Melden Sie sich noch einmal an, um weiterzumachen. Das gilt für 15 Minuten.",
  yourPassword: "Ihr Passwort",
  toGoOnShowYour: "Zeigen Sie Ihren Passkey, um weiterzumachen. Das gilt für 15 Minuten.",
  whoeverStartedCountersignMakesThe: "Wer Countersign gestartet hat, legt das erste Konto an.",
  openTheLinkThatNpm:
    "Öffnen Sie den Link, den <code>npm start</code> ausgegeben hat. Einen neuen bekommen Sie mit <code2>npm run link</code2>, dort, wo Countersign installiert ist. Ein Link gilt einmal, zehn Minuten lang.",
  noPasskeyWasShownTry: "Es wurde kein Passkey gezeigt. Versuchen Sie es noch einmal.",
  yourSessionHasEnded: "Ihre Sitzung ist beendet",
  thisPageIsNoLonger: "Diese Seite ist nicht mehr angemeldet. Nichts ging verloren.",
  itWasSignedOutHere:
    "Sie wurde hier oder anderswo abgemeldet, lange nicht benutzt, oder jemand anderes hat sich hier angemeldet. Was auf eine Antwort wartet, wartet weiter.",
  signInAgain: "Neu anmelden",
  openingCountersign: "Countersign wird geöffnet",
  needsALink: "Dieser Browser braucht einen Link",
  couldNotBeOpened: "Countersign ließ sich nicht öffnen",
  appNotReached: "Die App war nicht erreichbar. Melden Sie sich noch einmal an.",
  goesOn:
    "{count, plural, =0 {Seine Werkzeuge können jetzt benutzt werden.} one {Der Aufruf, der darauf wartete, geht weiter.} other {# Aufrufe, die darauf warteten, gehen weiter.}}",
  disabled: "Ihr Konto ist hier gesperrt. Fragen Sie einen Admin.",
  emailNotVerified: "Ihre Organisation hat Ihre E-Mail-Adresse nicht bestätigt, deshalb gilt sie hier nicht.",
  domainNotAllowed: "Ihre E-Mail-Adresse gehört zu keiner Domain, die hier eintreten darf.",
  notInvited: "Ihre E-Mail-Adresse ist noch nicht eingeladen. Bitten Sie einen Admin um eine Einladung.",
  accountExists:
    "Ihre E-Mail-Adresse hat hier ein Passwort. Melden Sie sich damit an; verbinden Sie dann Ihre Organisation unter Einstellungen, Personen.",
  connectedOtherwise: "Mit Ihrer E-Mail-Adresse ist hier ein anderes Konto Ihrer Organisation verbunden.",
  signInDidNotWork: "Die Anmeldung hat nicht geklappt. Versuchen Sie es noch einmal.",
  member: "Mitglied",
  reviewer: "Prüfer",
  admin: "Admin",
  owner: "Eigentümer",
  whatAMemberMay: "Chattet und antwortet für die eigenen Aufrufe.",
  whatAReviewerMay: "Ein Mitglied, das auch für die Aufrufe anderer antwortet.",
  whatAnAdminMay:
    "Ein Mitglied, das auch Werkzeuge, Personen und Schlüssel verwaltet und für niemand anderen antwortet.",
  whatTheOwnerMay: "Sie dürfen hier alles.",
  youAreInvited:
    "Sie sind eingeladen als {role, select, member {Mitglied: chattet und antwortet für die eigenen Aufrufe.} reviewer {Prüfer: ein Mitglied, das auch für die Aufrufe anderer antwortet.} admin {Admin: ein Mitglied, das auch Werkzeuge, Personen und Schlüssel verwaltet und für niemand anderen antwortet.} other {Eigentümer: Sie dürfen hier alles.}}",
};
