"use client";

import { ChevronRight } from "lucide-react";
import { useId, useState } from "react";
import { onOf, type ChatTool, type ChatToolServer } from "#lib/chat/chat-tools.ts";
import { SmallIcon } from "#components/cards/parts/small-icon.tsx";
import { ToolName } from "#components/tools/tool-name.tsx";
import { Switch } from "#components/ui/switch-field.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { withServer, withTool } from "./switch-tools.ts";
import { useSay } from "#components/browser/speech.tsx";
import { chatWords } from "./words.en.ts";

type Props = {
  server: ChatToolServer;
  /** Those of its tools that are to be seen. */
  shown: readonly ChatTool[];
  /** Whether somebody searched for them. */
  searched: boolean;
  off: ReadonlySet<string>;
  onChange: (off: ReadonlySet<string>) => void;
};

/** One server with its switch; its tools unfold. */
export function ServerTools({ server, shown, searched, off, onChange }: Props) {
  const say = useSay(chatWords);
  const id = useId();
  const [unfolded, setUnfolded] = useState(false);
  const open = unfolded || searched;
  const on = new Set(onOf(server, off).map(({ name }) => name));
  return (
    <li>
      <div className="flex min-h-12 items-center gap-3">
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setUnfolded(!unfolded)}
          className="flex min-h-11 min-w-0 flex-1 items-center gap-2 rounded-md pe-2 text-start hover:text-muted"
        >
          <ChevronRight
            aria-hidden="true"
            className={`size-4 shrink-0 text-muted transition-transform duration-150 motion-reduce:transition-none ${open ? "rotate-90" : ""}`}
            strokeWidth={1.75}
          />
          <span id={`${id}-title`} className="min-w-0 flex-1 truncate font-medium">
            <VisibleText text={server.title} />
          </span>
          <span className="shrink-0 text-small text-muted tabular-nums">
            {say("onOfAll", { on: on.size, all: server.tools.length })}
          </span>
        </button>
        <Switch
          aria-labelledby={`${id}-title`}
          checked={on.size > 0}
          onChange={(event) => onChange(withServer(off, server, event.target.checked))}
        />
      </div>
      {open ? (
        <ul className="pb-3 ps-6">
          {shown.map(({ name, title, icon, found }) => (
            <li key={name}>
              <label className="flex min-h-9 cursor-pointer items-center gap-3 rounded-md py-1 hover:bg-sunk pointer-coarse:min-h-11">
                <span className="min-w-0 flex-1 wrap-anywhere">
                  <SmallIcon icon={icon} /> <ToolName title={title} name={name} />
                </span>
                {found ? <span className="shrink-0 text-fine text-muted">{say("found")}</span> : null}
                <input
                  type="checkbox"
                  className="me-3 size-4.5 shrink-0 accent-ink"
                  checked={on.has(name)}
                  onChange={(event) => onChange(withTool(off, server, name, event.target.checked))}
                />
              </label>
            </li>
          ))}
        </ul>
      ) : null}
    </li>
  );
}
