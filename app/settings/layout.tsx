import type { ReactNode } from "react";
import { SettingsScreen } from "#components/settings/settings-screen.tsx";
import { personOfPage } from "../page-session.ts";

export default async function SettingsLayout({ children }: { children: ReactNode }) {
  if ((await personOfPage()) === null) return null;
  return <SettingsScreen>{children}</SettingsScreen>;
}
