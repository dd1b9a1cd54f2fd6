"use client";

import { useState } from "react";
import type { Webhook } from "#lib/people/device.ts";
import { Button } from "#components/ui/button.tsx";
import { SectionHead } from "#components/ui/section-head.tsx";
import { NewWebhook } from "./new-webhook.tsx";
import { WebhookRow } from "./webhook-row.tsx";
import { useSay } from "#components/browser/speech.tsx";
import { notificationWords } from "#components/settings/notifications/words.en.ts";

type Props = { webhooks: Webhook[]; askKeys: { id: string; name: string }[]; maySendArguments: boolean };

/** The addresses of the whole instance that hear of every approval. */
export function Webhooks({ webhooks, ...newWebhook }: Props) {
  const say = useSay(notificationWords);
  const [adding, setAdding] = useState(false);
  return (
    <section aria-labelledby="webhooks" className="flex flex-col gap-5">
      <SectionHead
        id="webhooks"
        title={say("webhooks")}
        action={<Button onClick={() => setAdding(true)}>{say("newWebhook")}</Button>}
      >
        {say("programsAndChannelsThatHear")}
      </SectionHead>
      {webhooks.length === 0 ? (
        <p className="text-muted">{say("thereAreNoWebhooks")}</p>
      ) : (
        <ul aria-label={say("webhooks")} className="flex flex-col border-t border-line">
          {webhooks.map((webhook) => (
            <WebhookRow key={webhook.id} webhook={webhook} />
          ))}
        </ul>
      )}
      {adding ? <NewWebhook {...newWebhook} onClose={() => setAdding(false)} /> : null}
    </section>
  );
}
