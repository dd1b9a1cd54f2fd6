"use client";

import { useState } from "react";
import type { Webhook } from "#lib/approvals/notified.ts";
import { Button } from "#components/ui/button.tsx";
import { NewWebhook } from "./new-webhook.tsx";
import { WebhookRow } from "./webhook-row.tsx";

/** The addresses of the whole instance that hear of every approval. */
export function Webhooks({ webhooks }: { webhooks: Webhook[] }) {
  const [adding, setAdding] = useState(false);
  return (
    <section aria-labelledby="webhooks" className="flex flex-col gap-5">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="flex max-w-[38rem] flex-col gap-1">
          <h2 id="webhooks" className="font-serif text-title">
            Webhooks
          </h2>
          <p className="text-muted">
            Programs and channels that hear of every approval of this instance, when it opens and when it is settled.
            None of them can answer. How to check a signature is in docs/notifications.md.
          </p>
        </div>
        <Button onClick={() => setAdding(true)}>New webhook</Button>
      </div>
      {webhooks.length === 0 ? (
        <p className="text-muted">There are no webhooks.</p>
      ) : (
        <ul aria-label="Webhooks" className="flex flex-col border-t border-line">
          {webhooks.map((webhook) => (
            <WebhookRow key={webhook.id} webhook={webhook} />
          ))}
        </ul>
      )}
      {adding ? <NewWebhook onClose={() => setAdding(false)} /> : null}
    </section>
  );
}
