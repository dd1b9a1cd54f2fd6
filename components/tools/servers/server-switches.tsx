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
import { exposureWords } from "#lib/verdict/exposure.ts";
import { exposureChoices } from "#components/tools/exposure-choices.ts";
import { useChange } from "#components/tools/use-change.tsx";
import { toolWords } from "#components/tools/words.en.ts";

type Props = { server: ServerOnPage; rights: Rights; onChanged: () => void };

/** What can be done with a whole server. */
export function ServerSwitches({ server, rights, onChanged }: Props) {
  const say = useSay(toolWords);
  const { change, busy, shown } = useChange(onChanged);
  const [editing, setEditing] = useState(false);
  const { id, state, source, trusted, exposure, transport, apps } = server;
  const isOff = state === "disabled";
  const isMine = source === "the app" && (transport.kind === "address" || rights.programs);
  const set = (body: Record<string, unknown>) =>
    void change({ method: "PATCH", path: "/api/servers", body: { id, ...body } });
  return (
    <div className="flex flex-col gap-3">
      <SwitchField
        label="Trusted"
        hint={
          trusted.set === null
            ? "What a trusted server calls read-only runs without asking."
            : `Set here. ${source} says ${trusted.written ? "trusted" : "not trusted"}.`
        }
        checked={trusted.inForce}
        disabled={busy || (!trusted.inForce && !rights.loosen)}
        onChange={(on) => set({ trusted: on })}
      />
      <SelectField
        label="Its tools are offered"
        hint="A tool’s own setting counts more."
        name="exposure"
        value={exposure.set ?? ""}
        disabled={busy}
        onChange={({ target }) => set({ exposure: target.value || null })}
        options={[["", `${source}: ${exposureWords[exposure.written]}`], ...exposureChoices]}
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
          {isOff ? "Switch on" : "Switch off"}
        </GuardedButton>
        {trusted.set === null ? null : (
          <Button tight disabled={busy} onClick={() => set({ trusted: null })}>
            Trust as {source} says
          </Button>
        )}
        {isMine ? (
          <>
            <Button tight disabled={busy} onClick={() => setEditing(true)}>
              Edit
            </Button>
            <Button
              tight
              disabled={busy}
              onClick={() => void change({ method: "DELETE", path: `/api/servers?id=${encodeURIComponent(id)}` })}
            >
              Remove
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
