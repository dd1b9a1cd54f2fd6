"use client";

import { Button } from "#components/ui/button.tsx";
import "./globals.css";

/** In the place of everything, when not even the frame of a page can be drawn: without the store nobody is known. */
export default function GlobalError() {
  return (
    <html lang="en">
      <body>
        <main role="alert" className="mx-auto flex min-h-dvh max-w-[34rem] flex-col justify-center gap-5 px-6">
          <title>Not available · Countersign</title>
          <h1 className="font-serif text-display text-balance">Countersign is not available right now</h1>
          <p className="text-large text-muted">
            Nothing was approved and nothing was run by this. The server's log says why.
          </p>
          <p>
            <Button look="primary" onClick={() => window.location.reload()}>
              Try again
            </Button>
          </p>
        </main>
      </body>
    </html>
  );
}
