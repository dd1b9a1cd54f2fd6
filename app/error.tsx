"use client";

import { Trouble } from "#components/ui/trouble.tsx";

export default function PageError() {
  return (
    <div role="alert" className="mx-auto flex h-full max-w-[34rem] flex-col justify-center gap-5 px-6">
      <Trouble title="This page could not be shown">
        Nothing was approved and nothing was run by this. The server's log says more.
      </Trouble>
    </div>
  );
}
