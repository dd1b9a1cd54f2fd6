"use client";

import { useState } from "react";
import type { ServerOnPage } from "#lib/policies/changes/tools-page.ts";
import { useSay } from "#components/browser/speech.tsx";
import { GuardedButton } from "#components/cards/press/guarded-button.tsx";
import { Button } from "#components/ui/button.tsx";
import { SwitchField } from "#components/ui/switch-field.tsx";
import { AddServer } from "./add-server.tsx";
import type { Rights } from "#components/tools/rights.ts";
import { SelectField } from "#components/ui/text-field.tsx";
import { exposureChoices } from "#components/tools/exposure-choices.ts";
import { useChange } from "#components/tools/use-change.tsx";
import { type ToolSay, toolWords } from "#components/tools/words.en.ts";

type Props = { server: ServerOnPage; rights: Rights; onChanged: () => void };

/** What can be done with a whole server. */
export function ServerSwitches({ server, rights, onChanged }: Props) {
  const say = useSay(toolWords);
  const { change, busy, shown } = useChange(onChanged);
  const [editing, setEditing] = useState(false);
  const { id, state, source, trusted, exposure, transport, apps } = server;
  const by = sourceName(say, source);
  const isOff = state === "disabled";
  const isMine = source === "the app" && (transport.kind === "address" || rights.programs);
  const set = (body: Record<string, unknown>) =>
    void change({ method: "PATCH", path: "/api/servers", body: { id, ...body } });
  return (
    <div className="flex flex-col gap-3">
      <SwitchField
        label={say("trusted")}
        hint={
          trusted.set === null
            ? say("whatTrustDoes")
            : say("trustSetHere", { source: by, trusted: trusted.written ? "yes" : "no" })
        }
        checked={trusted.inForce}
        disabled={busy || (!trusted.inForce && !rights.loosen)}
        onChange={(on) => set({ trusted: on })}
      />
      <SelectField
        label={say("itsToolsAreOffered")}
        hint={say("aToolsOwnSettingWins")}
        name="exposure"
        value={exposure.set ?? ""}
        disabled={busy}
        onChange={({ target }) => set({ exposure: target.value || null })}
        options={[
          ["", say("bySourceValue", { by, value: say("exposure", { place: exposure.written }) })],
          ...exposureChoices(say),
        ]}
      />
      <SwitchField
        label={say("showItsApps")}
        hint={say("pagesOfThisServer")}
        checked={apps.shown}
        disabled={busy || (!apps.shown && !rights.loosen)}
        onChange={(on) => set({ apps: on })}
      />
      <div className="flex flex-wrap gap-2">
        <GuardedButton tight disabled={busy} onClick={() => set({ disabled: !isOff })}>
          {say(isOff ? "switchOn" : "switchOff")}
        </GuardedButton>
        {trusted.set === null ? null : (
          <Button tight disabled={busy} onClick={() => set({ trusted: null })}>
            {say("trustAsSourceSays", { source: by })}
          </Button>
        )}
        {isMine ? (
          <>
            <Button tight disabled={busy} onClick={() => setEditing(true)}>
              {say("edit")}
            </Button>
            <Button
              tight
              disabled={busy}
              onClick={() => void change({ method: "DELETE", path: `/api/servers?id=${encodeURIComponent(id)}` })}
            >
              {say("remove")}
            </Button>
          </>
        ) : null}
      </div>
      {shown}
      {editing ? (
        <AddServer former={server} programs={rights.programs} onAdded={onChanged} onClose={() => setEditing(false)} />
      ) : null}
    </div>
  );
}

function sourceName(say: ToolSay, source: ServerOnPage["source"]): string {
  return say("source", { source: source === "the app" ? "app" : source === "built in" ? "builtIn" : "file" });
}
