"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { PageBody } from "#components/ui/page-body.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";

/** What can be set, in the order in which people need it. A page of its own each. */
const tabs = [
  { href: "/settings/grants", label: "Grants" },
  { href: "/settings/policies", label: "Policies" },
  { href: "/settings/will-it-ask", label: "Will it ask?" },
  { href: "/settings/models", label: "Models" },
  { href: "/settings/notifications", label: "Notifications" },
  { href: "/settings/people", label: "People" },
  { href: "/settings/keys", label: "API keys" },
  { href: "/settings/clients", label: "Clients" },
];

/** The frame of every page of settings. */
export function SettingsScreen({ children }: { children: ReactNode }) {
  const path = usePathname();
  return (
    <div className="flex h-full min-w-0 flex-col">
      <PageHeader title="Settings" />
      <PageBody>
        <div className="mx-auto flex w-full max-w-[56rem] flex-col gap-8 px-4 py-6">
          <nav aria-label="Settings" className="flex flex-wrap gap-1 max-sm:gap-0">
            {tabs.map(({ href, label }) => (
              <Link
                key={href}
                href={href}
                prefetch={false}
                aria-current={path === href ? "page" : undefined}
                className="inline-flex min-h-9 items-center rounded-md px-3 text-small max-sm:px-2 text-muted hover:bg-sunk hover:text-ink aria-[current=page]:bg-sunk aria-[current=page]:font-medium aria-[current=page]:text-ink pointer-coarse:min-h-11"
              >
                {label}
              </Link>
            ))}
          </nav>
          {children}
        </div>
      </PageBody>
    </div>
  );
}
