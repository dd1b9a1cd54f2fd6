"use client";

import { createContext, createElement, Fragment, type ReactNode, useContext, useEffect, useMemo } from "react";
import { type Say, sayIn, sayPartsIn } from "#lib/words/say.ts";
import { type PartIn, reword } from "#lib/words/reword.ts";
import { english, type Speech } from "#lib/words/speech.ts";
import type { PartArgs, Texts, Words } from "#lib/words/words.ts";

const SpeechContext = createContext<Speech>(english);

/** The language of everything below. */
export function SpeechProvider({ speech, children }: { speech: Speech; children: ReactNode }) {
  useEffect(() => {
    ofTab = speech;
  }, [speech]);
  return <SpeechContext value={speech}>{children}</SpeechContext>;
}

let ofTab: Speech = english;

/** Says sentences where there is no component: in answers to events, which only a tab has. */
export function sayInTab<English extends Texts>(words: Words<English>): Say<English> {
  return sayIn(ofTab, words);
}

/** The same for a text that the server said in English. */
export function rewordInTab(text: string): string {
  return reword(ofTab, text);
}

/** Says in the reader's language what the server, or a function of `lib`, said in English; parts as `partIn` says them. */
export function useReword(partIn?: PartIn): (text: string) => string {
  const speech = useSpeech();
  return useMemo(() => (text) => reword(speech, text, partIn), [speech, partIn]);
}

export function useSpeech(): Speech {
  return useContext(SpeechContext);
}

type SayHere<English extends Texts> = Say<English> & {
  /** A sentence with elements in it. */
  rich: <Key extends keyof English & string>(key: Key, ...args: PartArgs<English[Key], ReactNode>) => ReactNode;
};

/** Says the sentences of a catalogue in the reader's language. */
export function useSay<English extends Texts>(words: Words<English>): SayHere<English> {
  const speech = useSpeech();
  return useMemo(() => sayHere(speech, words), [speech, words]);
}

/** The same where there are no hooks: in components of the server. */
export function sayHere<English extends Texts>(speech: Speech, words: Words<English>): SayHere<English> {
  const parts = sayPartsIn(speech, words);
  return Object.assign(sayIn(speech, words), {
    rich: <Key extends keyof English & string>(key: Key, ...args: PartArgs<English[Key], ReactNode>) =>
      createElement(Fragment, null, ...parts<ReactNode, Key>(key, ...args)),
  });
}
