"use client";

import { useState } from "react";
import { useRouter } from "next/navigation";
import { Button } from "#components/ui/button.tsx";
import { ProblemLine } from "#components/ui/problem-line.tsx";
import { ShownOnce } from "#components/ui/shown-once.tsx";
import { useSending } from "#components/ui/use-sending.ts";
import { hookSettings, type HookSettings } from "./hook-settings.ts";
import { useSay } from "#components/browser/speech.tsx";
import { settingsWords } from "#components/settings/words.en.ts";

/** The hook by which agents that run their own tools ask first: where to get it, and how to tell each agent of it. */
export function AgentHooks({ origin }: { origin: string }) {
  const say = useSay(settingsWords);
  const agents = hookSettings(
    (agent) =>
      `node ~/countersign-hook.mjs ${agent} 300 --url ${origin} --key-file ~/.countersign/${agent}.key || exit 2`,
    say,
  );
  return (
    <section aria-labelledby="hooks" className="flex flex-col gap-3">
      <h2 id="hooks" className="font-medium">
        {say("agentsThatRunTheirOwn")}
      </h2>
      <p className="text-small text-muted">
        {say.rich("claudeCodeCodexAndOthers", {
          link: (held) => (
            <a href="/countersign-hook.mjs" download className="underline">
              {held}
            </a>
          ),
        })}
      </p>
      {agents.map((one) => (
        <AgentHook key={one.agent} settings={one} origin={origin} />
      ))}
    </section>
  );
}

function AgentHook({ settings: { agent, title, where, text, passes }, origin }: HookProps) {
  const say = useSay(settingsWords);
  const router = useRouter();
  const [secret, setSecret] = useState<string | null>(null);
  const { sending, problem, send } = useSending();
  const make = async () => {
    const response = await send("POST", "/api/keys", { name: say("titleHook", { title }), scopes: ["asks"], days: 90 });
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
          <Button tight disabled={sending} aria-label={say("makeAKeyForTitle", { title })} onClick={() => void make()}>
            {say("makeAKey")}
          </Button>
          <p className="text-muted">{say("itAsksAndDoesNothing")}</p>
        </div>
        <ProblemLine problem={problem} />
        <p>{say("onTheMachineOfThe")}</p>
        <Copyable text={commands.join("\n")} />
        <p>{passes}</p>
        <p>
          {say.rich("orByHandSaveThe", {
            code: (held) => <code className="font-mono break-all">{held}</code>,
            code2: (held) => <code className="font-mono break-all">{held}</code>,
            agent,
            where: <code className="font-mono break-all">{where}</code>,
          })}
        </p>
        <Copyable text={text.trimEnd()} />
      </div>
      {secret === null ? null : (
        <ShownOnce
          title={say("theKeyForTitle", { title })}
          text={say("pasteItWhenTheHook")}
          label={say("apiKey")}
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
