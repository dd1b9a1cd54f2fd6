"use client";

import { type ReactNode, useState } from "react";
import { sayInTab, useSay } from "#components/browser/speech.tsx";
import { refusalOf, request } from "#components/browser/request.ts";
import { auditWords } from "./words.en.ts";

type Props = { format: "jsonl" | "csv"; children: ReactNode };

/** Saves the trail as a file. A plain link would send no proof, which every request of ours carries. */
export function ExportLink({ format, children }: Props) {
  const say = useSay(auditWords);
  const [standing, setStanding] = useState<{ problem: string } | "saving" | null>(null);
  const save = async () => {
    setStanding("saving");
    setStanding(await saved(format));
  };
  return (
    <>
      <button
        type="button"
        disabled={standing === "saving"}
        onClick={() => void save()}
        className="text-accent underline underline-offset-4"
      >
        {children}
      </button>
      {standing === "saving" ? ` ${say("oneMoment")}` : null}
      {standing !== null && standing !== "saving" ? (
        <span role="alert" className="text-red">
          {" "}
          {standing.problem}
        </span>
      ) : null}
    </>
  );
}

/** Null when the browser has the file, else why not. */
async function saved(format: Props["format"]): Promise<{ problem: string } | null> {
  try {
    const response = await request("GET", `/api/audit/export?format=${format}`);
    if (!response.ok) return { problem: await refusalOf(response) };
    const address = URL.createObjectURL(await response.blob());
    const link = document.createElement("a");
    Object.assign(link, { href: address, download: `countersign-audit.${format}` });
    link.click();
    URL.revokeObjectURL(address);
    return null;
  } catch (error) {
    console.error("The trail could not be saved.", error);
    return { problem: sayInTab(auditWords)("theServerCouldNotBe") };
  }
}
