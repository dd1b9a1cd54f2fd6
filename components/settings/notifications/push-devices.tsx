"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import type { Device } from "#lib/people/device.ts";
import { ClockTime } from "#components/ui/clock-time.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { refusalOf, request } from "#components/browser/request.ts";
import { canPush, deviceHere, startPush, stopPush } from "./push-here.ts";
import { Button } from "#components/ui/button.tsx";
import { ListRow } from "#components/ui/list-row.tsx";
import { ProblemLine } from "#components/ui/problem-line.tsx";
import { useReword, useSay } from "#components/browser/speech.tsx";
import { notificationWords } from "#components/settings/notifications/words.en.ts";

type Props = { publicKey: string | null; devices: Device[] };

/** The browsers that get push messages, also while no page of the app is open. */
export function PushDevices({ publicKey, devices }: Props) {
  const say = useSay(notificationWords);
  const reword = useReword();
  const router = useRouter();
  const [here, setHere] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const look = () => {
    deviceHere().then(setHere, (error: unknown) => console.error("The subscription could not be read.", error));
  };
  useEffect(look, []);

  const act = async (work: () => Promise<string | null>) => {
    setBusy(true);
    setProblem(null);
    setProblem(
      await work().catch((error: unknown) => {
        console.error("The list of devices could not be changed.", error);
        return say("theServerCouldNotBe");
      }),
    );
    setBusy(false);
    look();
    router.refresh();
  };
  const start = () =>
    act(async () => {
      if (!canPush()) return say("thisBrowserTakesNoPush");
      return publicKey === null ? say("theAppCannotOpenIts") : startPush(publicKey);
    });
  const remove = (id: string) =>
    act(async () => {
      const response = await request("DELETE", `/api/notifications/devices/${encodeURIComponent(id)}`);
      if (!response.ok && response.status !== 404) return refusalOf(response);
      if (id === here) await stopPush();
      return null;
    });

  const isListed = devices.some(({ id }) => id === here);
  return (
    <div className="flex max-w-[38rem] flex-col gap-3">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-64">
          <h3 className="font-medium">{say("pushNotifications")}</h3>
          <p className="text-small text-muted">{say("theyArriveWhileCountersignIs")}</p>
        </div>
        {isListed ? null : (
          <Button disabled={busy} onClick={() => void start()}>
            {say("turnOnForThisDevice")}
          </Button>
        )}
      </div>
      <ProblemLine problem={problem} />
      {devices.length === 0 ? null : (
        <ul aria-label={say("devices")} className="flex flex-col border-t border-line">
          {devices.map((device) => (
            <ListRow
              key={device.id}
              end={
                <Button
                  tight
                  disabled={busy}
                  aria-label={say("removeLabel", { label: reword(device.label) })}
                  onClick={() => void remove(device.id)}
                >
                  {say("remove")}
                </Button>
              }
            >
              <p className="font-medium">
                <VisibleText text={reword(device.label)} />
                {device.id === here ? <span className="font-normal text-muted">{say("thisOne")}</span> : null}
              </p>
              <p className="text-small [overflow-wrap:anywhere] text-muted">
                {device.lastAt === null || device.problem !== null
                  ? say.rich("sinceOn", { host: device.host, createdAt: <ClockTime at={device.createdAt} /> })
                  : say.rich("sinceAndLast", {
                      host: device.host,
                      createdAt: <ClockTime at={device.createdAt} />,
                      lastAt: <ClockTime at={device.lastAt} />,
                    })}
              </p>
              {device.problem === null ? null : (
                <p className="text-small text-red">
                  {say.rich("theLastMessageDidNot", { problem: reword(device.problem) })}
                </p>
              )}
            </ListRow>
          ))}
        </ul>
      )}
    </div>
  );
}
