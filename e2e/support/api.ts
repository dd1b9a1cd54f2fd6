import type { App } from "./app.ts";

/** A client of the API with a browser's session, as a script would be. */
export type ApiClient = {
  get: (path: string) => Promise<Response>;
  post: (path: string, body: unknown, headers?: Record<string, string>) => Promise<Response>;
};

/** Claims the instance, or signs in by a one-time link, and keeps the cookie. */
export async function apiClient(app: Pick<App, "url">, link?: string): Promise<ApiClient> {
  const json = { "content-type": "application/json", origin: app.url };
  const opened = await fetch(`${app.url}/api/session`, {
    method: "POST",
    headers: json,
    body: JSON.stringify(link === undefined ? {} : { key: new URL(link).hash.replace("#key=", "") }),
  });
  if (!opened.ok) throw new Error(`No session: ${opened.status} ${await opened.text()}`);
  const cookie = opened.headers
    .getSetCookie()
    .map((each) => each.split(";")[0])
    .join("; ");
  return {
    get: (path) => fetch(app.url + path, { headers: { cookie } }),
    post: (path, body, headers = {}) =>
      fetch(app.url + path, {
        method: "POST",
        headers: { ...json, cookie, ...headers },
        body: typeof body === "string" ? body : JSON.stringify(body),
      }),
  };
}

/** Sends a message and reads its answer until the stream ends or a card waits. */
export async function chunksUntilParked(response: Response): Promise<Record<string, unknown>[]> {
  const chunks: Record<string, unknown>[] = [];
  if (!response.body) return chunks;
  let rest = "";
  for await (const bytes of response.body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + bytes).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      if (!line.startsWith("data: ") || line === "data: [DONE]") continue;
      const chunk = JSON.parse(line.slice(6)) as Record<string, unknown>;
      chunks.push(chunk);
      const { data } = chunk as { data?: { status?: string } };
      if (chunk["type"] === "data-run" && data?.status === "parked") return chunks;
    }
  }
  return chunks;
}
