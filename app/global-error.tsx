"use client";

import { Trouble } from "#components/ui/trouble.tsx";
import "./globals.css";

/** Replaces the whole page when not even its frame can be drawn: without the store nobody is known. */
export default function GlobalError() {
  return (
    <html lang="en">
      <body>
        <main role="alert" className="mx-auto flex min-h-dvh max-w-[34rem] flex-col justify-center gap-5 px-6">
          <title>Not available · Countersign</title>
          <Trouble title="Countersign is not available right now">
            Nothing was approved and nothing was run by this. The server's log says why.
          </Trouble>
        </main>
      </body>
    </html>
  );
}
