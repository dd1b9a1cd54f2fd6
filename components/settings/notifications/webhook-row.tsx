"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import type { Webhook } from "#lib/people/device.ts";
import { ClockTime } from "#components/ui/clock-time.tsx";
import { refusalOf, request } from "#components/browser/request.ts";
import { Button } from "#components/ui/button.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { ListRow } from "#components/ui/list-row.tsx";

type Said = { text: string; isBad: boolean };
const unreachable: Said = { text: "The server could not be reached.", isBad: true };

/** One webhook and its state. Removing asks once more, in the same place. */
export function WebhookRow({ webhook }: { webhook: Webhook }) {
  const router = useRouter();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState<Said | null>(null);
  const path = `/api/notifications/webhooks/${encodeURIComponent(webhook.id)}`;

  const act = async (work: () => Promise<Said | null>) => {
    setBusy(true);
    setSaid(null);
    setSaid(await work().catch(() => unreachable));
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
        ? { text: "The test arrived.", isBad: false }
        : { text: `The test did not arrive: ${problem}`, isBad: true };
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
            Keep
          </Button>
          <Button look="danger" tight disabled={busy} onClick={() => void remove()}>
            Remove for good
          </Button>
        </>
      ) : (
        <>
          <Button tight disabled={busy} aria-label={`Send a test to ${webhook.origin}`} onClick={() => void test()}>
            Send a test
          </Button>
          <Button tight aria-label={`Remove ${webhook.origin}`} onClick={() => setAsking(true)}>
            Remove
          </Button>
        </>
      )}
    </div>
  );
  return (
    <ListRow end={actions}>
      <p className="font-medium [overflow-wrap:anywhere]">{webhook.origin}</p>
      <p className="text-small">
        {webhook.kind === "slack" ? "Slack or compatible" : "Signed"}
        {webhook.withArguments ? " · with arguments" : ""}
        {webhook.keyName === null ? null : (
          <>
            {" "}
            · answers to the agent with the key “<VisibleText text={webhook.keyName} />”
          </>
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
  const counts = [
    waiting === 0 ? null : `${waiting} to be sent`,
    givenUp === 0 ? null : `${givenUp} given up in the last week`,
  ].filter((part) => part !== null);
  return (
    <p className={`text-small ${problem === null ? "text-muted" : "text-red"}`}>
      {lastAt === null ? (
        (problem ?? "Nothing was sent yet")
      ) : (
        <>
          {problem === null ? "Last message arrived " : "Last message did not arrive, "}
          <ClockTime at={lastAt} />
          {problem === null ? "" : `: ${problem}`}
        </>
      )}
      {counts.length === 0 ? null : ` · ${counts.join(" · ")}`}
    </p>
  );
}
