"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { PageBody } from "#components/ui/page-body.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { useSay } from "#components/browser/speech.tsx";
import { settingsWords } from "#components/settings/words.en.ts";

/** What can be set, in the order in which people need it. A page of its own each. */
const tabs = [
  { href: "/settings/grants", label: "grants" },
  { href: "/settings/policies", label: "policies" },
  { href: "/settings/will-it-ask", label: "willItAsk" },
  { href: "/settings/models", label: "models" },
  { href: "/settings/notifications", label: "notifications" },
  { href: "/settings/people", label: "people" },
  { href: "/settings/keys", label: "apiKeys" },
  { href: "/settings/clients", label: "clients" },
  { href: "/settings/language", label: "language" },
] as const;

/** The frame of every page of settings. */
export function SettingsScreen({ children }: { children: ReactNode }) {
  const say = useSay(settingsWords);
  const path = usePathname();
  return (
    <div className="flex h-full min-w-0 flex-col">
      <PageHeader title={say("settings")} />
      <PageBody>
        <div className="mx-auto flex w-full max-w-[56rem] flex-col gap-8 px-4 py-6">
          <nav aria-label={say("settings")} className="flex flex-wrap gap-1 max-sm:gap-0">
            {tabs.map(({ href, label }) => (
              <Link
                key={href}
                href={href}
                prefetch={false}
                aria-current={path === href ? "page" : undefined}
                className="inline-flex min-h-9 items-center rounded-md px-3 text-small max-sm:px-2 text-muted hover:bg-sunk hover:text-ink aria-[current=page]:bg-sunk aria-[current=page]:font-medium aria-[current=page]:text-ink pointer-coarse:min-h-11"
              >
                {say(label)}
              </Link>
            ))}
          </nav>
          {children}
        </div>
      </PageBody>
    </div>
  );
}
