import type { Metadata, Viewport } from "next";
import { cookies } from "next/headers";
import { connection } from "next/server";
import type { ReactNode } from "react";
import { Claim } from "#components/sign-in/claim.tsx";
import { Entering } from "#components/sign-in/entering.tsx";
import { SignInAgain } from "#components/sign-in/sign-in-again.tsx";
import { SignInScreen } from "#components/sign-in/sign-in-screen.tsx";
import { WhileSignedIn } from "#components/sign-in/while-signed-in.tsx";
import { may } from "#lib/people/may.ts";
import { ToolIconsProvider } from "#components/cards/parts/use-tool-icons.tsx";
import { Shell } from "#components/shell/shell.tsx";
import { themeCookie, themeOf, type Theme } from "#components/shell/theme.ts";
import { SpeechProvider } from "#components/browser/speech.tsx";
import { isAskedByPage, personOfPage, unlessTooMuch } from "./page-session.ts";
import { services } from "#lib/server/api/services.ts";
import { speechOfPage } from "./speech-of-page.ts";
import "./globals.css";

export const metadata: Metadata = { description: "A chat in which every consequential tool call waits for you." };

export const viewport: Viewport = {
  width: "device-width",
  initialScale: 1,
  colorScheme: "light dark",
  // Keeps the composer above the keyboard of a phone.
  interactiveWidget: "resizes-content",
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  // Every page has its own nonce, so none may be prerendered.
  await connection();
  const theme = themeOf((await cookies()).get(themeCookie)?.value);
  const speech = await speechOfPage();
  return (
    <html lang={speech.language} dir={speech.direction ?? "ltr"} data-theme={theme}>
      <body>
        <SpeechProvider speech={speech}>{await unlessTooMuch(() => screenFor(children, theme))}</SpeechProvider>
      </body>
    </html>
  );
}

async function screenFor(children: ReactNode, theme: Theme): Promise<ReactNode> {
  if (!(await isAskedByPage())) return <Entering />;
  const person = await personOfPage();
  const { chats, clients, servers, inboxPages, team } = services();
  const provider = team?.providerName ?? null;
  if (person === null) {
    return team === null ? <Claim /> : <SignInScreen provider={provider} hasOwner={await team.signInWays.hasOwner()} />;
  }
  const [list, sessions, waiting] = await Promise.all([
    chats.list(person.id),
    clients.sessions(person.id),
    inboxPages.count(person.id),
  ]);
  return (
    <WhileSignedIn personId={person.id}>
      <Shell
        chats={list}
        waiting={waiting}
        servers={servers()}
        clients={sessions}
        theme={theme}
        personName={team && person.name}
        reviewsTools={may(person.role, "manage-tools")}
        now={Date.now()}
      >
        <ToolIconsProvider>{children}</ToolIconsProvider>
        {team === null ? null : <SignInAgain provider={provider} />}
      </Shell>
    </WhileSignedIn>
  );
}
