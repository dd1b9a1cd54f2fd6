"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import type { Webhook } from "#lib/people/device.ts";
import { ClockTime } from "#components/ui/clock-time.tsx";
import { refusalOf, request } from "#components/browser/request.ts";
import { Button } from "#components/ui/button.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { ListRow } from "#components/ui/list-row.tsx";
import { rewordInTab, useReword, useSay } from "#components/browser/speech.tsx";
import { notificationWords } from "#components/settings/notifications/words.en.ts";

type Said = { text: string; isBad: boolean };

/** One webhook and its state. Removing asks once more, in the same place. */
export function WebhookRow({ webhook }: { webhook: Webhook }) {
  const say = useSay(notificationWords);
  const router = useRouter();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState<Said | null>(null);
  const path = `/api/notifications/webhooks/${encodeURIComponent(webhook.id)}`;

  const act = async (work: () => Promise<Said | null>) => {
    setBusy(true);
    setSaid(null);
    setSaid(await work().catch((): Said => ({ text: say("theServerCouldNotBe"), isBad: true })));
    setBusy(false);
    setAsking(false);
    router.refresh();
  };
  const test = () =>
    act(async () => {
      const response = await request("POST", `${path}/test`, {});
      if (!response.ok) return { text: await refusalOf(response), isBad: true };
      // Our own server answers 200 with exactly this.
      const { problem } = (await response.json()) as { problem: string | null };
      return problem === null
        ? { text: say("theTestArrived"), isBad: false }
        : { text: say("theTestDidNotArrive", { problem: rewordInTab(problem) }), isBad: true };
    });
  const remove = () =>
    act(async () => {
      const response = await request("DELETE", path);
      return response.ok || response.status === 404 ? null : { text: await refusalOf(response), isBad: true };
    });

  const actions = (
    <div className="flex flex-wrap items-center gap-2">
      {asking ? (
        <>
          <Button look="quiet" tight onClick={() => setAsking(false)}>
            {say("keep")}
          </Button>
          <Button look="danger" tight disabled={busy} onClick={() => void remove()}>
            {say("removeForGood")}
          </Button>
        </>
      ) : (
        <>
          <Button
            tight
            disabled={busy}
            aria-label={say("sendATestToOrigin", { origin: webhook.origin })}
            onClick={() => void test()}
          >
            {say("sendATest")}
          </Button>
          <Button tight aria-label={say("removeOrigin", { origin: webhook.origin })} onClick={() => setAsking(true)}>
            {say("remove")}
          </Button>
        </>
      )}
    </div>
  );
  return (
    <ListRow end={actions}>
      <p className="font-medium [overflow-wrap:anywhere]">{webhook.origin}</p>
      <p className="text-small">
        {webhook.kind === "slack" ? say("slackOrCompatible") : say("signed")}
        {webhook.withArguments ? ` ${say("withArguments")}` : ""}
        {webhook.keyName === null ? null : (
          <> {say.rich("answersToKey", { keyName: <VisibleText text={webhook.keyName} /> })}</>
        )}
      </p>
      <Status webhook={webhook} />
      {said === null ? null : (
        <p role={said.isBad ? "alert" : "status"} className={`text-small ${said.isBad ? "text-red" : "text-green"}`}>
          {said.text}
        </p>
      )}
    </ListRow>
  );
}

function Status({ webhook: { lastAt, problem, waiting, givenUp } }: { webhook: Webhook }) {
  const say = useSay(notificationWords);
  const reword = useReword();
  const counts = [
    waiting === 0 ? null : say("waitingToBeSent", { waiting }),
    givenUp === 0 ? null : say("givenupGivenUpInThe", { givenUp }),
  ].filter((part) => part !== null);
  return (
    <p className={`text-small ${problem === null ? "text-muted" : "text-red"}`}>
      {lastAt === null
        ? problem === null
          ? say("nothingWasSentYet")
          : reword(problem)
        : say.rich(problem === null ? "arrivedAt" : "notArrivedAt", {
            at: <ClockTime at={lastAt} />,
            problem: reword(problem ?? ""),
          })}
      {counts.length === 0 ? null : ` · ${counts.join(" · ")}`}
    </p>
  );
}
