"use client";

import { useState } from "react";
import { refusalOf, request } from "#components/browser/request.ts";
import { useSay } from "#components/browser/speech.tsx";
import { uiWords } from "#components/ui/words.en.ts";

/** Sends one request at a time and keeps, in words, why the last one failed. */
export function useSending() {
  const say = useSay(uiWords);
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const send = async (method: string, path: string, body?: object): Promise<Response | null> => {
    setSending(true);
    setProblem(null);
    const response = await request(method, path, body).catch(() => null);
    setSending(false);
    if (response?.ok === true) return response;
    setProblem(response === null ? say("theServerCouldNotBe") : await refusalOf(response));
    return null;
  };
  return { sending, problem, send };
}
