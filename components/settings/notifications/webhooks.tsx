"use client";

import { useState } from "react";
import type { Webhook } from "#lib/people/device.ts";
import { Button } from "#components/ui/button.tsx";
import { SectionHead } from "#components/ui/section-head.tsx";
import { NewWebhook } from "./new-webhook.tsx";
import { WebhookRow } from "./webhook-row.tsx";

type Props = { webhooks: Webhook[]; askKeys: { id: string; name: string }[]; maySendArguments: boolean };

/** The addresses of the whole instance that hear of every approval. */
export function Webhooks({ webhooks, ...newWebhook }: Props) {
  const [adding, setAdding] = useState(false);
  return (
    <section aria-labelledby="webhooks" className="flex flex-col gap-5">
      <SectionHead id="webhooks" title="Webhooks" action={<Button onClick={() => setAdding(true)}>New webhook</Button>}>
        Programs and channels that hear of every approval of this instance, when it opens and when it is settled. None
        of them can answer. A webhook may also tell an agent, by its key alone, that there is an answer. How to check a
        signature is in docs/notifications.md.
      </SectionHead>
      {webhooks.length === 0 ? (
        <p className="text-muted">There are no webhooks.</p>
      ) : (
        <ul aria-label="Webhooks" className="flex flex-col border-t border-line">
          {webhooks.map((webhook) => (
            <WebhookRow key={webhook.id} webhook={webhook} />
          ))}
        </ul>
      )}
      {adding ? <NewWebhook {...newWebhook} onClose={() => setAdding(false)} /> : null}
    </section>
  );
}
