import type { App } from "#e2e/support/app.ts";
import { httpClient, type HttpClient } from "./http-client.ts";

/** Signs in as the first visitor of an app, as a script of its owner would. */
export async function claimApp({ url }: App): Promise<HttpClient> {
  const visitor = httpClient(url);
  const { response } = await visitor.post("/api/session", {});
  visitor.close();
  const cookie = response.headers["set-cookie"]?.[0]?.split(";", 1)[0];
  if (cookie === undefined) throw new Error("The app gave no session.");
  return httpClient(url, cookie);
}
