"use client";

import { Button } from "#components/ui/button.tsx";
import { CardActions } from "#components/cards/parts/card-actions.tsx";
import { CardFooter, CardFrame } from "#components/cards/parts/card-frame.tsx";
import type { PendingCardProps } from "#components/cards/parts/card-props.ts";
import { ExpiryLine } from "#components/cards/parts/expiry-line.tsx";
import { ServerLine } from "#components/cards/parts/server-line.tsx";
import { useCard } from "#components/cards/parts/use-card.ts";
import { mustBeSeen, readFirst, useSeen } from "#components/cards/press/use-seen.ts";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { CallIcon } from "#components/cards/parts/call-icon.tsx";
import { LinkAddress, openPage } from "./link-address.tsx";
import { useSignInPage } from "./use-sign-in-page.ts";

/** An approved call waits until its person is signed in to its server. The page opens only by a press on its address. */
export function SignInCard(props: PendingCardProps<"sign-in">) {
  const { view, subject, position, onDecide, onExtend } = props;
  const { target, problem, busy, ask } = useSignInPage(view.server.id, view.approvalId);
  const card = useCard({ view, onDecide });
  const { setWhole, all, look } = useSeen();
  const decline = () => card.send({ action: "decline" });
  const press = () => {
    if (!look()) return card.say(readFirst);
    if (target === null) void ask();
    else openPage(target);
  };
  return (
    <CardFrame
      view={view}
      position={position}
      label="Sign-in"
      named="heading"
      heading={
        <>
          <CallIcon view={view} />
          Sign in to <VisibleText text={view.server.title} />
        </>
      }
      tone="amber"
      setChanges={card.setChanges}
      onKeyDown={card.onKeyDown({ accept: press, decline })}
    >
      <div ref={setWhole} className="px-4 pt-1 sm:px-5">
        <div {...mustBeSeen} className="flex flex-col gap-3">
          <ServerLine server={view.server} />
          <p>
            The call of <VisibleText text={view.tool.title} /> waits until you are signed in. Then it goes on by itself.
          </p>
          {subject.scope === null ? null : (
            <p className="text-small text-muted">
              The server wants to be allowed:{" "}
              <span className="font-mono [overflow-wrap:anywhere]">
                <VisibleText text={subject.scope} />
              </span>
            </p>
          )}
          {target === null ? null : <LinkAddress target={target} says="You sign in at" />}
          {problem === null ? null : (
            <p role="alert" className="border-s-2 border-red ps-3 text-small text-red">
              {problem}
            </p>
          )}
        </div>
      </div>
      <CardFooter>
        <ExpiryLine
          expiresAt={view.expiresAt}
          unanswered="Without a sign-in the call does not run."
          more={{ left: view.extensionsLeft, onExtend }}
        />
        <CardActions
          card={card}
          accept={{
            name: target === null ? "Show where to sign in" : `Open ${target.host}`,
            press,
            off: busy ? "The address is being looked up." : null,
            waits: !all,
            hint: all ? null : readFirst,
          }}
          decline={decline}
          promise={`${target === null ? "Nothing opens yet: you see the address first." : "The page opens in a new tab."} Decline ends the call.`}
        >
          <Button look="quiet" tight onClick={() => card.send({ action: "accept" })}>
            I am signed in: go on
          </Button>
        </CardActions>
      </CardFooter>
    </CardFrame>
  );
}
