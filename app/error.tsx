"use client";

import { Button } from "#components/ui/button.tsx";

export default function PageError() {
  return (
    <div role="alert" className="mx-auto flex h-full max-w-[34rem] flex-col justify-center gap-5 px-6">
      <h1 className="font-serif text-display text-balance">This page could not be shown</h1>
      <p className="text-large text-muted">
        Nothing was approved and nothing was run by this. The server's log says more.
      </p>
      <p>
        <Button look="primary" onClick={() => window.location.reload()}>
          Try again
        </Button>
      </p>
    </div>
  );
}
