import type { DiffRow } from "./file-diff.ts";

/** What the card of a call may offer to look at before the answer. */
export type PreviewOffer = {
  kind: "file" | "dry-run" | "mail" | "page";
  /** An Approve counts only for what was read for the preview: it is read again right before the start. */
  bound?: true;
  /** The call was approved before, and what was read had changed. */
  again?: true;
};

/** What a preview shows. All texts are a server's, or the call's, and nobody checked them. */
export type PreviewShown =
  | {
      kind: "file";
      path: string;
      /** What the server said in the place of the file, which may not exist yet; null where it gave the file. */
      unread: string | null;
      rows: DiffRow[];
      added: number;
      removed: number;
      /** Lines that are left out, because there are too many. */
      leftOut: number;
      /** Too different to compare: the whole file goes, and the new one comes. */
      coarse: boolean;
    }
  | {
      kind: "dry-run";
      /** The tool that was called instead. */
      tool: string;
      text: string;
      /** Characters that are left out. */
      leftOut: number;
      isError: boolean;
    }
  | {
      /** Of a page there are no headers, and the body is HTML. */
      kind: "mail" | "page";
      headers: { name: string; value: string }[];
      body: string;
      /** The body is HTML, to be drawn where it can do nothing. */
      isHtml: boolean;
      /** Not all of it was read. */
      isCut: boolean;
    };

/** A preview of one call, for the person who asked for it. Unix milliseconds. */
export type Preview = {
  id: string;
  askedAt: number;
  /** null while it is computed. */
  computedAt: number | null;
  shown: PreviewShown | null;
  /** Why there is none. */
  problem: string | null;
};
