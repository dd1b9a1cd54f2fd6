import { IncomingMessage, ServerResponse, type OutgoingHttpHeaders } from "node:http";
import { Socket } from "node:net";
import { oneLine } from "#lib/untrusted/one-line.ts";
import { objectIn } from "./object-in.ts";

/** What is asked of the library, as if it came over HTTP to this address. */
export type LibraryRequest = { method: string; url: URL; headers?: Record<string, string>; body?: string };
export type LibraryReply = { status: number; headers: OutgoingHttpHeaders; text: string };
type Callback = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** One request to a handler of Node's kind, without a connection. */
export function libraryExchange(
  callback: Callback,
  { method, url, headers = {}, body = "" }: LibraryRequest,
): Promise<LibraryReply> {
  const socket = Object.assign(new Socket(), { encrypted: url.protocol === "https:" });
  const request = Object.assign(new IncomingMessage(socket), {
    method,
    url: url.pathname + url.search,
    headers: { ...headers, host: url.host, ...(body === "" ? {} : { "content-length": `${Buffer.byteLength(body)}` }) },
  });
  if (body !== "") request.push(body);
  request.push(null);
  return new Promise((resolve, reject) => {
    const response = new ServerResponse(request);
    response.end = (text?: unknown) => {
      const said = typeof text === "string" || Buffer.isBuffer(text) ? text.toString() : "";
      resolve({ status: response.statusCode, headers: response.getHeaders(), text: said });
      return response;
    };
    callback(request, response).catch(reject);
  });
}

/** Why the library refused a request, for the person whose client sent them with it. */
export function whyRefused({ text }: LibraryReply, asked?: URL): string {
  const said = objectIn(text);
  const words = said["error_description"] ?? said["error"];
  if (typeof words !== "string") return "The request is not one that can be answered.";
  const keptBy = URL.parse(asked?.searchParams.get("client_id") ?? "")?.host;
  return keptBy !== undefined && words.includes("document fetch failed")
    ? unread(keptBy)
    : oneLine(words).slice(0, 300);
}

function unread(host: string): string {
  return `It keeps its description at ${oneLine(host).slice(0, 200)}, and Countersign could not read it there. Where Countersign has no way to that host, have the client register itself, or give it a key.`;
}
