"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import type { GrantableTool } from "#lib/grants/grant-view.ts";
import type { JsonObject } from "#lib/untrusted/json.ts";
import { visibleText } from "#lib/untrusted/visible-text.ts";
import { propertiesOf, propertySchema } from "#lib/approvals/argument-rows.ts";
import { noGrant, readGrant, type GrantDraft } from "#components/cards/grant/grant-draft.ts";
import { GrantOptions } from "#components/cards/grant/grant-options.tsx";
import { refusalOf, request } from "#components/browser/request.ts";
import { GuardedButton } from "#components/cards/press/guarded-button.tsx";
import { DialogEnd } from "#components/ui/dialog-end.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { SelectField } from "#components/ui/text-field.tsx";
import { useSay, useSpeech } from "#components/browser/speech.tsx";
import { settingsWords } from "#components/settings/words.en.ts";

/** Makes a grant for every chat, without a call to look at. It also offers what would be too much for a card. */
export function NewGrant({ tools, onClose }: { tools: GrantableTool[]; onClose: () => void }) {
  const say = useSay(settingsWords);
  const speech = useSpeech();
  const router = useRouter();
  const [tool, setTool] = useState(tools[0]);
  const [draft, setDraft] = useState<GrantDraft>({ ...noGrant, scope: "hour" });
  const [now] = useState(() => Date.now());
  const [problem, setProblem] = useState<string | null>(null);
  const [sending, setSending] = useState(false);
  if (tool === undefined) return null;
  const read = readGrant(draft, tool, now, speech);

  const choose = (wireName: string) => {
    setProblem(null);
    setTool(tools.find((each) => each.wireName === wireName) ?? tool);
    // Limits on another tool's arguments mean nothing here.
    setDraft({ ...noGrant, scope: "hour" });
  };
  const give = async () => {
    if ("problem" in read) return setProblem(read.problem);
    if (!("asked" in read)) return;
    setProblem(null);
    setSending(true);
    const { wireName, fingerprint } = tool;
    const body = { wireName, fingerprint, grant: read.asked };
    const response = await request("POST", "/api/grants", body).catch(() => null);
    setSending(false);
    if (response?.ok !== true) {
      return setProblem(response === null ? say("weCouldntConfirmThatThis") : await refusalOf(response));
    }
    router.refresh();
    onClose();
  };

  return (
    <Dialog title={say("newGrant")} onClose={onClose}>
      <div className="mt-4 flex flex-col gap-4">
        <SelectField
          label={say("tool")}
          value={tool.wireName}
          onChange={(event) => choose(event.target.value)}
          options={tools.map(({ wireName, serverTitle, toolName }) => [
            wireName,
            visibleText(say("toolnameOnServertitle", { toolName, serverTitle })),
          ])}
        />
        <GrantOptions
          key={tool.wireName}
          toolName={tool.toolName}
          offered={tool.scopes}
          of="tool"
          args={argumentsLike(tool.inputSchema)}
          schema={tool.inputSchema}
          draft={draft}
          read={read}
          readOnly={sending}
          onChange={setDraft}
        />
        <DialogEnd problem={problem} onClose={onClose}>
          <GuardedButton look="primary" disabled={sending || !("asked" in read)} onClick={() => void give()}>
            {say("giveThisGrant")}
          </GuardedButton>
        </DialogEnd>
      </div>
    </Dialog>
  );
}

/** Sample arguments of the types in the schema, because there is no call. */
function argumentsLike(schema: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.keys(propertiesOf(schema)).flatMap((key): [string, string | number][] => {
      const { type } = propertySchema(schema, key);
      if (type === "string") return [[key, ""]];
      return type === "number" || type === "integer" ? [[key, 100]] : [];
    }),
  );
}
