"use client";

import { Button } from "#components/ui/button.tsx";
import { CardActions } from "#components/cards/parts/card-actions.tsx";
import { CardExtras, CardFrame } from "#components/cards/parts/card-frame.tsx";
import type { PendingCardProps } from "#components/cards/parts/card-props.ts";
import { ExpiryLine } from "#components/cards/parts/expiry-line.tsx";
import { ServerLine } from "#components/cards/parts/server-line.tsx";
import { useCard } from "#components/cards/parts/use-card.ts";
import { mustBeSeen, useSeen } from "#components/cards/press/use-seen.ts";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { CallIcon } from "#components/cards/parts/call-icon.tsx";
import { LinkAddress, openPage } from "./link-address.tsx";
import { useSignInPage } from "./use-sign-in-page.ts";
import { useSay } from "#components/browser/speech.tsx";
import { cardWords } from "#components/cards/words.en.ts";

/** An approved call waits until its person is signed in to its server. The page opens only by a press on its address. */
export function SignInCard(props: PendingCardProps<"sign-in">) {
  const say = useSay(cardWords);
  const { view, subject, position, onDecide, onExtend } = props;
  const { target, problem, busy, ask } = useSignInPage(view.server.id, view.approvalId);
  const card = useCard({ view, onDecide });
  const { setWhole, all, look } = useSeen();
  const decline = () => card.send({ action: "decline" });
  const press = () => {
    if (!look()) return card.say(say("readFirst"));
    if (target === null) void ask();
    else openPage(target);
  };
  return (
    <CardFrame
      view={view}
      position={position}
      label={say("signIn")}
      named="heading"
      heading={
        <>
          <CallIcon view={view} />
          {say.rich("signInToServer", { server: <VisibleText text={view.server.title} /> })}
        </>
      }
      tone="amber"
      setChanges={card.setChanges}
      onKeyDown={card.onKeyDown({ accept: press, decline })}
    >
      <div ref={setWhole} className="px-4 pt-1 sm:px-5">
        <div {...mustBeSeen} className="flex flex-col gap-3">
          <ServerLine server={view.server} />
          <p>{say.rich("theCallOfToolWaits", { tool: <VisibleText text={view.tool.title} /> })}</p>
          {subject.scope === null ? null : (
            <p className="text-small text-muted">
              {say.rich("theServerWantsToBe", {
                scope: (
                  <span className="font-mono [overflow-wrap:anywhere]">
                    <VisibleText text={subject.scope} />
                  </span>
                ),
              })}
            </p>
          )}
          {target === null ? null : <LinkAddress target={target} says={say("youSignInAt")} />}
          {problem === null ? null : (
            <p role="alert" className="border-s-2 border-red ps-3 text-small text-red">
              {problem}
            </p>
          )}
        </div>
      </div>
      <CardExtras>
        <ExpiryLine
          expiresAt={view.expiresAt}
          unanswered={say("withoutASignInThe")}
          more={{ left: view.extensionsLeft, onExtend }}
        />
      </CardExtras>
      <CardActions
        card={card}
        accept={{
          name: target === null ? say("showWhereToSignIn") : say("openHost", { host: target.host }),
          press,
          off: busy ? say("addressIsLookedUp") : null,
          waits: !all,
          hint: all ? null : say("readFirst"),
        }}
        decline={decline}
        promise={say("nothingOpensYetYouSee", { target: target === null ? "yes" : "no" })}
      >
        <Button
          look="quiet"
          tight
          className="aria-disabled:cursor-not-allowed aria-disabled:opacity-55"
          aria-disabled={card.inert}
          {...card.answering(() => card.send({ action: "accept" }), { accepts: true })}
        >
          {say("iAmSignedInGo")}
        </Button>
      </CardActions>
    </CardFrame>
  );
}
