"use client";

import { useState } from "react";
import { useRouter } from "next/navigation";
import { Button } from "#components/ui/button.tsx";
import { ProblemLine } from "#components/ui/problem-line.tsx";
import { ShownOnce } from "#components/ui/shown-once.tsx";
import { useSending } from "#components/ui/use-sending.ts";
import { hookSettings, type HookSettings } from "./hook-settings.ts";

/** The hook by which agents that run their own tools ask first: where to get it, and how to tell each agent of it. */
export function AgentHooks({ origin }: { origin: string }) {
  const agents = hookSettings(
    (agent) =>
      `node ~/countersign-hook.mjs ${agent} 300 --url ${origin} --key-file ~/.countersign/${agent}.key || exit 2`,
  );
  return (
    <section aria-labelledby="hooks" className="flex flex-col gap-3">
      <h2 id="hooks" className="font-medium">
        Agents that run their own tools
      </h2>
      <p className="text-small text-muted">
        Claude Code, Codex and others have a shell and an editor of their own. A hook lets each ask you before it uses
        them, on the same card and in the same inbox. It is{" "}
        <a href="/countersign-hook.mjs" download className="underline">
          one file
        </a>{" "}
        and needs Node 18 or newer. An agent that wants to can go around its hooks.
      </p>
      {agents.map((one) => (
        <AgentHook key={one.agent} settings={one} origin={origin} />
      ))}
    </section>
  );
}

function AgentHook({ settings: { agent, title, where, text, passes }, origin }: HookProps) {
  const router = useRouter();
  const [secret, setSecret] = useState<string | null>(null);
  const { sending, problem, send } = useSending();
  const make = async () => {
    const response = await send("POST", "/api/keys", { name: `${title} hook`, scopes: ["asks"], days: 90 });
    if (response === null) return;
    // Our own server answers 201 with exactly this.
    setSecret(((await response.json()) as { secret: string }).secret);
    router.refresh();
  };
  const commands = [
    `curl -fsSO ${origin}/countersign-hook.mjs`,
    `node countersign-hook.mjs install ${agent} --url ${origin}`,
  ];
  return (
    <details className="border-b border-line pb-2">
      <summary className="cursor-pointer py-2.5">{title}</summary>
      <div className="flex flex-col gap-3 text-small">
        <div className="flex flex-wrap items-center gap-3">
          <Button tight disabled={sending} aria-label={`Make a key for ${title}`} onClick={() => void make()}>
            Make a key
          </Button>
          <p className="text-muted">It asks and does nothing else. One key for each machine, for 90 days.</p>
        </div>
        <ProblemLine problem={problem} />
        <p>On the machine of the agent; it asks for the key, and keeps what stands in the agent’s settings:</p>
        <Copyable text={commands.join("\n")} />
        <p>{passes}</p>
        <p>
          Or by hand: save the file as <code className="font-mono break-all">~/countersign-hook.mjs</code> and the key
          as <code className="font-mono break-all">~/.countersign/{agent}.key</code>, and add to{" "}
          <code className="font-mono break-all">{where}</code>:
        </p>
        <Copyable text={text.trimEnd()} />
      </div>
      {secret === null ? null : (
        <ShownOnce
          title={`The key for ${title}`}
          text="Paste it when the hook asks for it. It is shown this one time."
          label="API key"
          secret={secret}
          onClose={() => setSecret(null)}
        />
      )}
    </details>
  );
}

type HookProps = { settings: HookSettings; origin: string };

function Copyable({ text }: { text: string }) {
  return (
    <pre className="rounded-md bg-sunk p-3 font-mono text-small break-words whitespace-pre-wrap select-all">{text}</pre>
  );
}
