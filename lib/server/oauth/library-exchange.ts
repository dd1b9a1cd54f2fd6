import { IncomingMessage, ServerResponse, type OutgoingHttpHeaders } from "node:http";
import { Socket } from "node:net";

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
