"use client";

import type { Device, Webhook } from "#lib/people/device.ts";
import { PageTitle } from "#components/inbox/inbox-count.tsx";
import { SectionHead } from "#components/ui/section-head.tsx";
import { InThisBrowser } from "./in-this-browser.tsx";
import { PushDevices } from "./push-devices.tsx";
import { Webhooks } from "./webhooks.tsx";
import { useSay } from "#components/browser/speech.tsx";
import { notificationWords } from "#components/settings/notifications/words.en.ts";

type Props = {
  publicKey: string | null;
  devices: Device[];
  /** Null for people who may not manage them. */
  webhooks: Webhook[] | null;
  /** One's own keys of agents that ask. */
  askKeys: { id: string; name: string }[];
  maySendArguments: boolean;
};

/** Where people and programs hear of what waits, outside of the page. */
export function NotificationsScreen({ publicKey, devices, webhooks, ...newWebhook }: Props) {
  const say = useSay(notificationWords);
  return (
    <div className="flex flex-col gap-12">
      <PageTitle title={say("notifications")} />
      <section aria-labelledby="notices" className="flex flex-col gap-5">
        <SectionHead id="notices" title={say("notifications")}>
          {say("theyNameTheToolAnd")}
        </SectionHead>
        <InThisBrowser />
        <PushDevices publicKey={publicKey} devices={devices} />
      </section>
      {webhooks === null ? null : <Webhooks webhooks={webhooks} {...newWebhook} />}
    </div>
  );
}
