"use client";

import { Download } from "lucide-react";
import { useState, type ComponentProps, type RefObject } from "react";
import { fileWords, isPicture, type ResultFile } from "#lib/results/result-file.ts";
import { shownTypes } from "#lib/results/media-type.ts";
import { Dialog } from "#components/ui/dialog.tsx";
import { Button } from "#components/ui/button.tsx";
import { ScrollArea } from "#components/ui/scroll-area.tsx";
import { useResultFile } from "./use-result-file.ts";
import { useSay } from "#components/browser/speech.tsx";
import { chatWords } from "#components/chat/words.en.ts";

type FileProps = { file: ResultFile; name: string; title: string };

/** The pictures and sounds of a result, in their order. `tool` names them. */
export function ResultFiles({ files, tool }: { files: readonly ResultFile[]; tool: string }) {
  const say = useSay(chatWords);
  return (
    <ul className="flex flex-wrap items-start gap-4 border-t border-line p-3">
      {files.map((file, index) => {
        const many = files.length > 1 ? ` ${index + 1}` : "";
        const name = `${tool.replace(/[^\w-]+/g, "-").slice(0, 60)}${many.replace(" ", "-")}.${endings[file.mediaType]}`;
        const title = say(isPicture(file) ? "pictureFrom" : "soundFrom", { many, tool });
        const Shown = isPicture(file) ? Picture : Sound;
        return (
          <li key={file.id} className="min-w-0 max-w-full">
            <Shown file={file} name={name} title={title} />
          </li>
        );
      })}
    </ul>
  );
}

const endings: { [Type in ResultFile["mediaType"]]: string } = {
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/gif": "gif",
  "image/webp": "webp",
  "audio/wav": "wav",
  "audio/mpeg": "mp3",
  "audio/ogg": "ogg",
  "audio/mp4": "m4a",
};

function Picture({ file, name, title }: FileProps) {
  const say = useSay(chatWords);
  const { box, file: loaded } = useResultFile(file.id);
  const [isOpen, setIsOpen] = useState(false);
  const [isBroken, setIsBroken] = useState(false);
  const { look, ...size } = boxOf(file);
  const url = loaded !== null && "url" in loaded ? loaded.url : null;
  const problem = loaded !== null && "problem" in loaded ? loaded.problem : isBroken ? say("cannotDraw") : null;
  return (
    <figure ref={box as RefObject<HTMLElement>} className="flex flex-col gap-1.5">
      {problem === null ? (
        <button
          type="button"
          aria-label={say("openLarge", { title })}
          disabled={url === null}
          onClick={() => setIsOpen(true)}
          className="grid min-h-11 min-w-11 cursor-zoom-in place-items-center self-start overflow-hidden rounded-sm border border-line bg-sunk disabled:cursor-progress"
        >
          {url === null ? (
            // Keeps the room that the picture will take.
            <canvas aria-hidden="true" {...size} className={look} />
          ) : (
            <Drawn src={url} alt={title} {...size} className={look} onError={() => setIsBroken(true)} />
          )}
        </button>
      ) : (
        <Problem>{problem}</Problem>
      )}
      <Caption file={file} name={name} url={isBroken ? null : url} />
      {isOpen && url !== null ? (
        <LargePicture file={file} name={name} title={title} url={url} onClose={() => setIsOpen(false)} />
      ) : null}
    </figure>
  );
}

function LargePicture({ file, name, title, url, onClose }: FileProps & { url: string; onClose: () => void }) {
  const say = useSay(chatWords);
  const [isWhole, setIsWhole] = useState(true);
  return (
    <Dialog title={title} className="w-[min(90rem,calc(100vw-1rem))]" onClose={onClose}>
      <div className="mt-1 mb-4 flex flex-wrap items-center gap-x-2 gap-y-2">
        <div className="grow">
          <Caption file={file} name={name} url={url} />
        </div>
        <Button tight onClick={() => setIsWhole(!isWhole)}>
          {say(isWhole ? "actualSize" : "fitToTheWindow")}
        </Button>
        <Button tight onClick={onClose}>
          {say("close")}
        </Button>
      </div>
      <ScrollArea label={title}>
        <Drawn
          src={url}
          alt={title}
          width={file.width}
          height={file.height}
          className={`mx-auto rounded-sm bg-sunk outline outline-line ${isWhole ? "h-auto max-w-full" : "max-w-none"}`}
        />
      </ScrollArea>
    </Dialog>
  );
}

function Sound({ file, name, title }: FileProps) {
  const { box, file: loaded } = useResultFile(file.id);
  const url = loaded !== null && "url" in loaded ? loaded.url : undefined;
  return (
    <figure ref={box as RefObject<HTMLElement>} className="flex flex-col gap-1.5">
      {loaded !== null && "problem" in loaded ? (
        <Problem>{loaded.problem}</Problem>
      ) : (
        // A tool sends no captions.
        // oxlint-disable-next-line jsx-a11y/media-has-caption
        <audio controls preload="metadata" aria-label={title} src={url} className="h-11 w-80 max-w-full" />
      )}
      <Caption file={file} name={name} url={url ?? null} />
    </figure>
  );
}

/** Its bytes are here already: there is nothing to optimise. */
function Drawn({ alt, ...rest }: ComponentProps<"img"> & { alt: string }) {
  // oxlint-disable-next-line next/no-img-element
  return <img alt={alt} {...rest} />;
}

function Problem({ children }: { children: string }) {
  return (
    <p className="max-w-prose rounded-sm border border-dashed border-line-strong px-3 py-2 text-muted">{children}</p>
  );
}

/** What it is, and the way to have it. */
function Caption({ file, name, url }: { file: ResultFile; name: string; url: string | null }) {
  const say = useSay(chatWords);
  return (
    <figcaption className="flex flex-wrap items-center gap-x-3 text-fine text-muted">
      <span>{fileWords(file)}</span>
      {url === null ? null : (
        <a
          href={url}
          download={name}
          className="inline-flex items-center gap-1 font-semibold text-accent underline underline-offset-4 pointer-coarse:min-h-11"
        >
          <Download aria-hidden="true" className="size-3.5" strokeWidth={1.75} />
          {say.rich("downloadType", {
            type: shownTypes[file.mediaType],
            b: (held) => (
              <span key="b" className="sr-only">
                {held}
              </span>
            ),
          })}
        </a>
      )}
    </figcaption>
  );
}

/** In the chat a picture is as large as it may be read there; of a long page its top. */
function boxOf({ width = 0, height = 0 }: ResultFile) {
  const isLong = height > 2 * width && height > most.height;
  if (isLong) return { width, height, look: "h-96 w-72 max-w-full object-cover object-top" };
  const scale = Math.min(1, most.width / width, most.height / height);
  return { width: Math.round(width * scale), height: Math.round(height * scale), look: "h-auto max-w-full" };
}

const most = { width: 640, height: 384 };
